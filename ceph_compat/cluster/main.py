"""The story: a cluster lives on genuine Ceph, then its daemons are restarted on this library, and nothing changes.

main.py PATCHER PACIFIC REEF CURRENT: the patcher, and this library for Ceph up to 16, 17 and 18, 19 and later.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import typing

import objects
import placement
import table
import topology
from client import Client
from config import Config
from daemons import Daemons

# The machine may be small and busy.
WAIT_SECONDS = 400
VICTIM = "osd.2"
BEGIN = time.monotonic()


def say(text):
    """A line with the time since the begin."""
    print(f"{time.monotonic() - BEGIN:6.0f} s  {text}", flush=True)


def version():
    """The version of Ceph that is installed."""
    said = subprocess.run(["ceph-osd", "--version"], check=True, capture_output=True, text=True).stdout
    return re.search(r"ceph version (\d+)\.(\d+\S*)", said)


def ours_for(major, libraries):
    """The name of the C interface of that version, and our library with it."""
    pacific, reef, current = libraries
    return ("pacific", pacific) if major <= 16 else ("reef", reef) if major <= 18 else ("default", current)


def beside_librados(config, profile, library):
    """C programs with our library and librados in them, on this cluster."""
    script = pathlib.Path(__file__).parent.parent / "librados" / "run"
    words = [script, profile, library.parent, "system", config.path, topology.POOLS[0]]
    said = subprocess.run(words, capture_output=True, text=True)
    if said.returncode != 0:
        raise RuntimeError(f"beside librados: {said.stdout}{said.stderr}")
    say(said.stdout.strip())


@contextlib.contextmanager
def private_directory():
    """A directory that is gone at the end."""
    home = tempfile.mkdtemp(prefix="crush-cluster-")
    try:
        yield home
    finally:
        shutil.rmtree(home)


class Before(typing.NamedTuple):
    """What genuine functions answered, and the number of the osdmap then."""

    groups: dict
    objects: dict
    epoch: int


def boot(config, daemons):
    """A fresh cluster on genuine functions."""
    daemons.make_monitor()
    daemons.start("mon.a")
    with Client(config, daemons, WAIT_SECONDS) as client:
        for number, *_ in topology.OSDS:
            client.ask("osd new", uuid=daemons.make_osd(number))
            daemons.start(f"osd.{number}")
        topology.place(client)
        client.wait_up(len(topology.OSDS))
        say(f"{len(topology.OSDS)} OSDs are up, on genuine functions")
        topology.make_pools(client)
        topology.disturb(client)
        client.wait_clean()
        objects.write(client)
        say("objects are written")
        say(f"{sum(objects.verify(client).values())} objects are read back")
        return Before(placement.of_groups(client), placement.of_objects(client), client.epoch())


def restart(daemons):
    """All daemons again, on our functions."""
    for name in [*topology.NAMES, "mon.a"]:
        daemons.stop(name)
    say("all daemons are stopped")
    for name in ["mon.a", *topology.NAMES]:
        daemons.start(name, patched=True)


def relive(config, daemons, before):
    """The same cluster on our functions; then an OSD fails."""
    rows = table.Rows()
    with Client(config, daemons, WAIT_SECONDS) as client:
        client.wait_up(len(topology.OSDS), before.epoch)
        daemons.check_patched()
        # At once: groups that are placed elsewhere may take long to become clean, or never do.
        placement.compare("up sets", placement.up_sets(before.groups), placement.up_sets(placement.of_groups(client)))
        client.wait_clean()
        say("all OSDs are up and clean, on our functions")
        rows.groups(client, before.groups, placement.of_groups(client))
        rows.add("objects placed alike", placement.compare("objects", before.objects, placement.of_objects(client)))
        rows.add("objects read back", sum(objects.verify(client).values()))
        daemons.kill(VICTIM)
        client.ask("osd out", ids=[VICTIM.split(".")[1]])
        client.wait_up(len(topology.OSDS) - 1)
        client.wait_clean()
        say(f"{VICTIM} was killed, its data recovered elsewhere")
        rows.recovered(before.groups, placement.of_groups(client), int(VICTIM.split(".")[1]))
        rows.add("objects read back after recovery", sum(objects.verify(client).values()))
        daemons.check_alive()
        rows.calls(daemons.calls())
    return rows


def main(patcher, *libraries):
    found = version()
    profile, library = ours_for(int(found[1]), libraries)
    library = pathlib.Path(library).resolve()
    say(f"Ceph {found[1]}.{found[2]}, {library}")
    with private_directory() as home:
        config = Config(home)
        with Daemons(config, pathlib.Path(patcher).resolve(), library) as daemons:
            before = boot(config, daemons)
            restart(daemons)
            rows = relive(config, daemons, before)
            beside_librados(config, profile, library)
    rows.print()
    say("the daemons are stopped, their data is removed")


def end_by_signal(number, _):
    """An end by a signal cleans up as any other."""
    raise KeyboardInterrupt(signal.Signals(number).name)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end_by_signal)
    signal.signal(signal.SIGHUP, end_by_signal)
    try:
        main(*sys.argv[1:])
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        # Without the interpreter's own end, which would wait for threads of librados.
        os._exit(1)

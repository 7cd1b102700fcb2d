"""Talking to the cluster with genuine librados."""

import json
import time

import rados


class Overdue(RuntimeError):
    """Something did not come about in time."""


class Client:
    """A connection; as a context manager it is closed at a good end. At a bad one closing might never come back."""

    def __init__(self, config, daemons, seconds):
        self.daemons = daemons
        self.seconds = seconds
        self.rados = rados.Rados(conffile=str(config.path), name="client.admin")

    def __enter__(self):
        self.rados.connect(timeout=self.seconds)
        return self

    def __exit__(self, failure, *_):
        if failure is None:
            self.rados.shutdown()

    def ask(self, prefix, **words):
        """A command to the monitor; returns what it answers, decoded."""
        command = json.dumps({"prefix": prefix, "format": "json", **words})
        code, answer, said = self.rados.mon_command(command, b"", timeout=self.seconds)
        if code != 0:
            raise RuntimeError(f"{prefix} {words}: error {code}: {said}")
        return json.loads(answer) if answer else None

    def wait(self, what, condition):
        """Waits until something has come about; fails after some minutes, or when a daemon ends."""
        end = time.monotonic() + self.seconds
        while not condition():
            self.daemons.check_alive()
            if time.monotonic() > end:
                raise Overdue(f"waited {self.seconds} s in vain: {what}")
            time.sleep(0.5)

    def epoch(self):
        """The number of the osdmap."""
        return self.ask("osd dump")["epoch"]

    def up(self, since=0):
        """Numbers of the OSDs that are up, and came up after that osdmap."""
        osds = self.ask("osd dump")["osds"]
        return {osd["osd"] for osd in osds if osd["up"] and osd["up_from"] > since}

    def wait_up(self, count, since=0):
        """Waits until so many OSDs are up, no more and no less."""
        self.wait(f"{count} OSDs up", lambda: len(self.up(since)) == count)

    def pool_ids(self):
        """Pools and their numbers."""
        return {pool["pool_name"]: pool["pool"] for pool in self.ask("osd dump")["pools"]}

    def pgs(self):
        """All placement groups."""
        pools = self.ask("osd dump")["pools"]
        return [f"{pool['pool']}.{seed:x}" for pool in pools for seed in range(pool["pg_num"])]

    def state(self, pg):
        """The state of a placement group, by its primary OSD; None while that cannot be told."""
        try:
            command = json.dumps({"prefix": "query", "pgid": pg})
            code, answer, _ = self.rados.pg_command(pg, command, b"", timeout=5)
        except rados.Error:
            return None
        return json.loads(answer)["state"] if code == 0 and answer else None

    def wait_clean(self):
        """Waits until every placement group is active and clean."""
        states = dict.fromkeys(self.pgs())

        def clean():
            # With an older map librados asks an OSD that is not the primary any more, again and again.
            self.rados.wait_for_latest_osdmap()
            states.update({pg: self.state(pg) for pg, state in states.items() if state != "active+clean"})
            return all(state == "active+clean" for state in states.values())

        try:
            self.wait("all placement groups active and clean", clean)
        except Overdue as overdue:
            raise Overdue(f"{overdue}: {states}") from None
        # What was clean first may not be any more.
        self.rados.wait_for_latest_osdmap()
        states.update({pg: self.state(pg) for pg in states})
        if not all(state == "active+clean" for state in states.values()):
            self.wait_clean()

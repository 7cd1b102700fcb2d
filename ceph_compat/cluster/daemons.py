"""Starting and stopping the daemons, with the functions that Ceph brings or with ours."""

import ctypes
import os
import signal
import subprocess
import uuid

import counts

PR_SET_PDEATHSIG = 1
STOP_SECONDS = 120


def _die_with_parent():
    """In a new process: the kernel ends it when this program ends, however that comes about."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Daemons:
    """The monitor and the OSDs; as a context manager it leaves no process behind."""

    def __init__(self, config, patcher, library):
        self.config = config
        self.patcher = patcher
        self.library = library
        self.running = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running.values():
            process.kill()
        for process in self.running.values():
            process.wait()

    def _run(self, *words):
        subprocess.run([*words, "-c", self.config.path], check=True, capture_output=True, text=True)

    def make_monitor(self):
        """The monitor's data: a cluster of this monitor alone."""
        monmap = self.config.home / "monmap"
        address = f"[v2:127.0.0.1:{self.config.v2},v1:127.0.0.1:{self.config.v1}]"
        words = ["monmaptool", "--create", "--fsid", self.config.fsid, "--addv", "a", address, monmap]
        subprocess.run(words, check=True, capture_output=True, text=True)
        self._run("ceph-mon", "--mkfs", "-i", "a", "--monmap", monmap)

    def make_osd(self, number):
        """The data of an OSD; returns the identifier to register it with."""
        identity = str(uuid.uuid4())
        (self.config.home / f"osd.{number}").mkdir()
        self._run("ceph-osd", "--mkfs", "-i", str(number), "--osd-uuid", identity)
        return identity

    def counts_file(self, name):
        """Where the calls of our functions in a daemon are counted."""
        return self.config.home / f"{name}.counts"

    def start(self, name, patched=False):
        """Starts `mon.a` or `osd.N`."""
        kind, number = name.split(".")
        environment = dict(os.environ)
        if patched:
            environment |= {
                "LD_PRELOAD": str(self.patcher),
                "CRUSH_PATCH_LIBRARY": str(self.library),
                "CRUSH_PATCH_COUNTS": str(self.counts_file(name)),
                "CRUSH_PATCH_POISON": "1",
            }
        words = [f"ceph-{kind}", "-f", "-i", number, "-c", self.config.path]
        said = open(self.config.home / f"{name}.said", "ab")
        self.running[name] = subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said, preexec_fn=_die_with_parent
        )
        said.close()

    def stop(self, name):
        """Ends a daemon in an orderly way."""
        process = self.running.pop(name)
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"{name} did not end within {STOP_SECONDS} s")

    def kill(self, name):
        """Ends a daemon at once, as a failure does."""
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def check_alive(self):
        """Fails if a daemon ended by itself."""
        for name, process in self.running.items():
            if process.poll() is not None:
                said = (self.config.home / f"{name}.said").read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{name} ended with status {process.returncode}:\n{said}")

    def check_patched(self):
        """Fails if a daemon runs without our library."""
        for name, process in self.running.items():
            with open(f"/proc/{process.pid}/maps") as maps:
                if str(self.library) not in maps.read():
                    raise RuntimeError(f"{name} has not loaded {self.library}")

    def calls(self):
        """Calls of our functions, by daemon and function."""
        return {name: counts.read(self.counts_file(name)) for name in sorted(self.running)}

"""The configuration of the cluster: private, on the loopback interface, in memory."""

import pathlib
import socket
import uuid

TEMPLATE = """\
[global]
fsid = {fsid}
mon host = [v2:127.0.0.1:{v2},v1:127.0.0.1:{v1}]
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
run dir = {home}
admin socket = {home}/$name.asok
log file = {home}/$name.log
pid file = {home}/$name.pid
crash dir = {home}
log to stderr = false
# Nothing moves by itself: what is compared depends on the maps alone.
osd pool default pg autoscale mode = off
osd crush update on start = false
osd class update on start = false
mon osd auto mark auto out in = false
mon max pg per osd = 1000
mon allow pool delete = true

[mon]
mon data = {home}/mon
# A small machine keeps its disks full.
mon data avail crit = 1
mon data avail warn = 1

[osd]
osd data = {home}/osd.$id
osd objectstore = memstore
memstore device bytes = 1073741824
# An orderly end writes what is in memory to the data directory.
osd fast shutdown = false
osd heartbeat grace = 10
osd heartbeat interval = 2
"""


def free_ports(count):
    """Ports of the loopback interface that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Config:
    """A configuration file in the private directory."""

    def __init__(self, home):
        self.home = pathlib.Path(home)
        self.path = self.home / "ceph.conf"
        self.fsid = str(uuid.uuid4())
        self.v2, self.v1 = free_ports(2)
        self.path.write_text(TEMPLATE.format(home=home, fsid=self.fsid, v1=self.v1, v2=self.v2))

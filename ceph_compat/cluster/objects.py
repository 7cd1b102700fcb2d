"""Objects that are written once and read back at every stage."""

import hashlib

import topology

COUNT = 150


def _content(pool, number):
    """Up to some 30 kB that follow from the name."""
    block = hashlib.sha256(f"{pool}/{number}".encode()).digest()
    return block * (1 + (number * 37) % 1000)


def write(client):
    """Writes all objects of all pools."""
    for pool in topology.POOLS:
        with client.rados.open_ioctx(pool) as pool_io:
            for number in range(COUNT):
                pool_io.write_full(f"object-{number}", _content(pool, number))


def verify(client):
    """Reads all objects; returns how many by pool, all of them right."""
    verified = {}
    for pool in topology.POOLS:
        with client.rados.open_ioctx(pool) as pool_io:
            for number in range(COUNT):
                content = _content(pool, number)
                if pool_io.read(f"object-{number}", len(content) + 1) != content:
                    raise RuntimeError(f"{pool}/object-{number} is not what was written")
        verified[pool] = COUNT
    return verified

"""The counts that the patcher keeps: records of 56 bytes of name and 8 bytes of count."""

import struct

RECORD = struct.Struct("<56sQ")


def read(path):
    """Calls by function."""
    records = RECORD.iter_unpack(path.read_bytes())
    return {name.rstrip(b"\0").decode(): count for name, count in records}

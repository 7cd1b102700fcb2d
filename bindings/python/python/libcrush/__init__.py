"""CRUSH placement, bit for bit as Ceph computes it.

    >>> import libcrush
    >>> crushmap = libcrush.Map.compile(text)
    >>> crushmap.place("copies", range(4), replicas=2)
    array([[0, 3], ...], dtype=int32)
"""

from ._libcrush import (
    IN,
    NONE,
    Bucket,
    CrushError,
    Device,
    Map,
    Placer,
    Rule,
    __version__,
    object_hash,
    pg_inputs,
    stable_mod,
)

__all__ = [
    "IN",
    "NONE",
    "Bucket",
    "CrushError",
    "Device",
    "Map",
    "Placer",
    "Rule",
    "__version__",
    "object_hash",
    "pg_inputs",
    "stable_mod",
]

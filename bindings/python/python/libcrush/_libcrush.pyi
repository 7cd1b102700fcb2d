from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Final, TypeAlias, final

import numpy as np
import numpy.typing as npt

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
    "_panic",
    "object_hash",
    "pg_inputs",
    "stable_mod",
]

NONE: Final[int]
"""Stands in a result where no device could be found."""
IN: Final[int]
"""Weight of a device that is in, in 65536ths."""
__version__: Final[str]

class CrushError(ValueError):
    """What the library refuses: bytes or a text that are no map, an unknown rule, a rule that could take too long."""

_Inputs: TypeAlias = npt.NDArray[np.integer[Any]] | Sequence[int] | range
_Weights: TypeAlias = (
    Mapping[int, float] | npt.NDArray[np.floating[Any]] | npt.NDArray[np.uint32] | Sequence[float]
)
_Placements: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]

@final
class Rule:
    """A rule of a map."""

    @property
    def id(self) -> int:
        """Its number, as `Map.place` takes it."""
    @property
    def name(self) -> str | None:
        """Its name, if it has one."""
    @property
    def type(self) -> str:
        """"replicated", "erasure", "msr_firstn", "msr_indep", or the number of another type."""

@final
class Device:
    """A device of a map."""

    @property
    def id(self) -> int:
        """Its id, from 0 up."""
    @property
    def name(self) -> str | None:
        """Its name, if it has one."""
    @property
    def device_class(self) -> str | None:
        """Its device class, if it has one."""
    @property
    def weight(self) -> float:
        """Its weight in the first bucket that holds it; 0 if none does. Usually its size in TiB."""

@final
class Bucket:
    """A bucket of a map: a host, a rack, a root."""

    @property
    def id(self) -> int:
        """Its id, from -1 down."""
    @property
    def name(self) -> str | None:
        """Its name, if it has one; that of a shadow bucket, which holds devices of one class, has a `~` in it."""
    @property
    def type(self) -> str:
        """Name of its type, or the type's number where it has no name."""
    @property
    def algorithm(self) -> str:
        """Its algorithm: "straw2", "straw", "list", "tree" or "uniform"."""
    @property
    def weight(self) -> float:
        """Its weight."""
    @property
    def items(self) -> list[int]:
        """Ids of what it holds: devices from 0 up, buckets below."""
    @property
    def weights(self) -> list[float]:
        """The weight of each item."""

@final
class Map:
    """A crush map: hierarchy, rules, names, device classes and choose_args. It does not change; threads may share it."""

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Map:
        """Reads a map file: binary of any release up to Tentacle, as `ceph osd getcrushmap` writes it, or text, as
        `crushtool -d` does.

        Raises OSError, or CrushError with the place where the file is no map.
        """
    @classmethod
    def from_bytes(cls, data: bytes) -> Map:
        """Reads the bytes of a map file. Raises CrushError with the place where they are no map."""
    @classmethod
    def compile(cls, text: str) -> Map:
        """Compiles a text map. Raises CrushError with line and column where the text is no map."""
    def to_bytes(self, release: str | None = None) -> bytes:
        """The map's file, for readers of a release such as "reef"; for the newest if none is named."""
    def decompile(self) -> str:
        """The map as text, as `crushtool -d` of Tentacle writes it."""
    @property
    def rules(self) -> list[Rule]:
        """The rules, by number."""
    @property
    def devices(self) -> list[Device]:
        """The devices that have a name or are held by a bucket, by id."""
    @property
    def buckets(self) -> list[Bucket]:
        """The buckets, shadow buckets included, from id -1 down."""
    @property
    def types(self) -> dict[int, str]:
        """Names of the types by number; 0 is that of devices."""
    @property
    def max_devices(self) -> int:
        """One more than the highest device id: the number of weights that a placement takes."""
    def item_id(self, name: str) -> int:
        """The id of the device or bucket with a name. Raises KeyError."""
    def item_name(self, id: int) -> str:
        """The name of a device or bucket. Raises KeyError."""
    def type_id(self, name: str) -> int:
        """The number of the type with a name. Raises KeyError."""
    def rule_id(self, name: str) -> int:
        """The number of the rule with a name. Raises KeyError."""
    def device_class(self, id: int) -> str | None:
        """The class of a device, or None."""
    def place(
        self,
        rule: int | str,
        xs: _Inputs,
        replicas: int,
        weights: _Weights | None = None,
        *,
        pool: int | None = None,
        threads: int = 1,
        out: _Placements | None = None,
    ) -> _Placements:
        """Maps the inputs `xs` by a rule, a number or a name, to `replicas` places each: an array of int32 with a row
        for each input, in which NONE stands in places that could not be filled.

        `weights` are the operator's: None for all devices in; a dict of those that are not, such as {3: 0.0}; an array
        of floats, 1.0 is in and 0.0 is out; or an array of numpy.uint32 in 65536ths. `pool` is the one whose
        choose_args apply. `threads` is the number of threads to use, 0 for all processors. `out` is an array for the
        results.

        A `Placer` is this call prepared once: better for calls with few inputs.
        """

@final
class Placer:
    """A map, a rule, device weights and choose_args, prepared once for mapping many inputs. It knows of no later
    change; threads may share it. See `Map.place` for the arguments.

    `budget` is the number of draws that mapping one input may take at most; CrushError is raised for a rule that could
    take more.
    """

    def __new__(
        cls,
        map: Map,
        rule: int | str,
        replicas: int,
        weights: _Weights | None = None,
        *,
        pool: int | None = None,
        budget: int | None = None,
    ) -> Placer: ...
    def place(self, xs: _Inputs, *, threads: int = 1, out: _Placements | None = None) -> _Placements:
        """Maps the inputs `xs`: an array of int32 with a row for each, in which NONE stands in places that could not be
        filled. `threads` is the number of threads to use, 0 for all processors. `out`, an array of int32 of the shape
        (len(xs), replicas), gets the results without a copy and is returned.
        """
    @property
    def map(self) -> Map:
        """The map."""
    @property
    def rule(self) -> int:
        """The number of the rule."""
    @property
    def replicas(self) -> int:
        """Places of a result."""
    @property
    def weights(self) -> npt.NDArray[np.uint32]:
        """The weight of each device, in 65536ths."""

def object_hash(name: str | bytes, *, namespace: str | bytes = "", key: str | bytes = "") -> int:
    """The 32 bits that place an object: the hash of its name, or of its locator key if it has one, within a namespace.

    `stable_mod` of it and the pool's `pg_num` is the object's placement group.
    """

def stable_mod(x: int, pg_num: int) -> int:
    """Reduces `x` to a number below `pg_num`; most numbers keep theirs while `pg_num` grows."""

def pg_inputs(
    pool: int, pg_num: int, pgp_num: int | None = None, *, hashpspool: bool = True
) -> npt.NDArray[np.uint32]:
    """The inputs that a pool's rule gets for its placement groups 0 to `pg_num` - 1, as a numpy array of uint32.

    `pgp_num` is `pg_num` unless given; `hashpspool` is off for very old pools only.
    """

def _panic() -> None:
    """Panics: lets a test see what becomes of that."""

"""What is taken for inputs, weights and results: the extension module calls these before it works."""

from collections.abc import Mapping

import numpy as np

from . import _libcrush

# Weights and inputs are numbers of 32 bits.
LARGEST = 0xFFFF_FFFF
# Devices for which weights are made that nobody gave: more than any cluster has, and 16 MiB.
MOST_DEVICES = 1 << 22


def inputs(xs):
    """Inputs as a contiguous array of uint32; no copy if they are one."""
    array = np.asarray(xs)
    if array.ndim != 1:
        raise ValueError(f"inputs are one-dimensional, not of shape {array.shape}; for one input give [x]")
    if array.size == 0:
        return np.zeros(0, np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"inputs are whole numbers, not {array.dtype}")
    if array.dtype != np.uint32 and not (0 <= array.min() and array.max() <= LARGEST):
        raise OverflowError(f"inputs are from 0 to {LARGEST}, not {array.min()} to {array.max()}")
    return np.require(array, np.uint32, ["C", "A"])


def weights(given, devices):
    """The weight of each of the devices in 65536ths, as a contiguous array of uint32."""
    if given is None:
        return _all_in(devices)
    if isinstance(given, Mapping):
        return _all_but(given, devices)
    array = np.asarray(given)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"weights are floats, not {array.dtype}")
    if array.ndim != 1:
        raise ValueError(f"weights are one-dimensional, not of shape {array.shape}")
    if array.dtype == np.uint32:
        return np.require(array, np.uint32, ["C", "A"])
    if array.dtype.kind == "f":
        return _fixed(array)
    raise TypeError(
        f"weights are floats, of which 1.0 is in, or numpy.uint32 in 65536ths, not {array.dtype}"
    )


def _all_in(devices):
    if devices > MOST_DEVICES:
        raise ValueError(
            f"the map has device {devices - 1}; weights of more than {MOST_DEVICES} devices are not made up: give them as an array"
        )
    return np.full(devices, _libcrush.IN, np.uint32)


def _all_but(given, devices):
    result = _all_in(devices)
    for device, weight in given.items():
        if not 0 <= device < devices:
            raise ValueError(f"a weight for device {device}: the map has devices 0 to {devices - 1}")
        result[device] = _fixed(np.asarray([weight], np.float64))[0]
    return result


def _fixed(array):
    """65536ths, rounded down, as Ceph does."""
    scaled = np.floor(array.astype(np.float64) * _libcrush.IN)
    # Written so that what is not a number fails, too.
    if not np.all((scaled >= 0) & (scaled <= LARGEST)):
        raise ValueError("weights are from 0.0, out, over 1.0, in, to less than 65536.0")
    return scaled.astype(np.uint32)


def output(out, rows, places):
    """The array for the results."""
    if out is None:
        return np.zeros((rows, places), np.int32)
    if not isinstance(out, np.ndarray) or out.dtype != np.int32 or out.shape != (rows, places):
        found = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ValueError(f"out is an array of int32 of shape {(rows, places)}, not {found}")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise ValueError("out is contiguous (C order), aligned and writeable")
    return out


def placer(crushmap, rule, replicas, weights, pool, budget):
    """Makes a placer that was pickled."""
    return _libcrush.Placer(crushmap, rule, replicas, weights, pool=pool, budget=budget)

"""Maps a million inputs in one call, as bindings/bench/run asks."""

import sys
import time

import libcrush
import numpy


def main() -> None:
    if len(sys.argv) != 6:
        sys.exit("usage: batch.py MAP RULE REPLICAS COUNT REPEATS")
    rule, replicas, count, repeats = map(int, sys.argv[2:])
    placer = libcrush.Placer(libcrush.Map.from_file(sys.argv[1]), rule, replicas)
    xs = numpy.arange(count, dtype=numpy.uint32)
    results = numpy.empty((count, replicas), dtype=numpy.int32)
    took = []
    for _ in range(repeats + 1):
        begin = time.thread_time_ns()
        placer.place(xs, out=results)
        took.append(time.thread_time_ns() - begin)
    # The first call, which gets the memory, is not counted.
    print(f"python {min(took[1:]) / count:.2f} {checksum(results)}")


def checksum(results: numpy.ndarray) -> int:
    items = results.reshape(-1).view(numpy.uint32).astype(numpy.uint64)
    odd = 2 * numpy.arange(items.size, dtype=numpy.uint64) + numpy.uint64(1)
    return int((items * odd).sum(dtype=numpy.uint64))


main()

"""Placement for inputs beyond one machine: Dask runs `libcrush.arrow.place_batch` over Arrow record batches.

    python dask_batches.py [--inputs N] [--batch N] [--scheduler ADDRESS]

Without an address, a cluster of local processes is made. Each batch is made where it is mapped, here from the range of its
inputs; a real job reads them from Parquet files or the like. The placer is sent to each worker once. What comes back is
small: how many placements each device has, and a sum over all of them.
"""

import argparse
import os
import time

import dask
import libcrush
import numpy as np
import pyarrow as pa
from dask.distributed import Client, LocalCluster
from libcrush import arrow

from utilisation import made_up_cluster

REPLICAS = 3


def summarise(placer, first, count):
    """Maps one batch; returns placements by device, and a number that depends on every one of them and its place."""
    batch = pa.record_batch({"x": pa.array(np.arange(first, first + count, dtype=np.uint32))})
    placements = arrow.devices(arrow.place_batch(placer, batch))
    inputs = batch.column("x").to_numpy().astype(np.uint64)
    places = np.uint64(placements.shape[1]) * inputs[:, None] + np.arange(placements.shape[1], dtype=np.uint64)
    devices = np.bincount(placements[placements != libcrush.NONE], minlength=placer.map.max_devices)
    return devices, int(((places + 1) * placements.astype(np.uint64)).sum())


def run(client, placer, inputs, batch):
    """`summarise` for all inputs, on all workers."""
    there = client.scatter(placer, broadcast=True)
    parts = [
        client.submit(summarise, there, first, min(batch, inputs - first), pure=False)
        for first in range(0, inputs, batch)
    ]
    devices, checksum = np.zeros(placer.map.max_devices, np.int64), 0
    for part in client.gather(parts):
        devices += part[0]
        checksum = (checksum + part[1]) % 2**64
    return devices, checksum


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=10_000_000)
    parser.add_argument("--batch", type=int, default=250_000)
    parser.add_argument("--scheduler", help="address of a running Dask scheduler")
    options = parser.parse_args()

    placer = libcrush.Placer(libcrush.Map.compile(made_up_cluster()), "replicated", REPLICAS, {7: 0.0})
    # Workers that share a machine share its processors.
    cluster = options.scheduler or LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        start = time.perf_counter()
        devices, checksum = run(client, placer, options.inputs, options.batch)
        seconds = time.perf_counter() - start
        workers = len(client.nthreads())
    print(f"{options.inputs} inputs on {workers} workers in {seconds:.1f} s, Dask {dask.__version__}")
    print(f"{devices.sum()} placements on {(devices > 0).sum()} devices, checksum {checksum:#018x}")


if __name__ == "__main__":
    main()

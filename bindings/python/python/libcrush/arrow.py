"""Placement of Arrow record batches: what engines such as Dask and Spark hand to a function, wherever it runs.

A `libcrush.Placer` can be pickled, so it travels to the machines that do the work. Needs pyarrow.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa

from ._libcrush import Placer


def place_batch(placer: Placer, batch: pa.RecordBatch, *, column: str = "x", result: str = "osds", threads: int = 1) -> pa.RecordBatch:
    """The batch with one more column: for each input of `column` a list of `placer.replicas` ids.

    Lists are of a fixed size, and `libcrush.NONE` stands in places that could not be filled. Neither the inputs, if they
    are uint32, nor the results are copied.
    """
    inputs = batch.column(column)
    if inputs.null_count:
        raise ValueError(f"column {column} has {inputs.null_count} inputs that are null")
    rows = placer.place(inputs.to_numpy(zero_copy_only=False), threads=threads)
    lists = pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), placer.replicas)
    return batch.append_column(result, lists)


def place_batches(placer: Placer, batches: Iterable[pa.RecordBatch], *, column: str = "x", result: str = "osds") -> Iterator[pa.RecordBatch]:
    """`place_batch` for each batch: the function that `pyspark.sql.DataFrame.mapInArrow` wants, but for the placer."""
    for batch in batches:
        yield place_batch(placer, batch, column=column, result=result)


def devices(batch: pa.RecordBatch, *, result: str = "osds") -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """The placements of a batch as an array, without a copy."""
    lists = batch.column(result)
    return lists.flatten().to_numpy().reshape(len(lists), -1)

"""Arrow record batches, in this process."""

import pickle

import libcrush
import numpy as np
import pyarrow as pa
import pytest
from libcrush import arrow


@pytest.fixture(scope="module")
def placer():
    text = """
    device 0 osd.0
    device 1 osd.1
    device 2 osd.2
    type 0 osd
    type 1 root
    root all { id -1 alg straw2 hash 0 item osd.0 weight 1.0 item osd.1 weight 1.0 item osd.2 weight 1.0 }
    rule two { id 0 type replicated step take all step choose firstn 0 type osd step emit }
    """
    return libcrush.Placer(libcrush.Map.compile(text), "two", 2)


def test_a_batch_gets_a_column_of_placements(placer):
    batch = pa.record_batch({"name": [f"pg{x}" for x in range(50)], "x": pa.array(range(50), pa.uint32())})
    placed = arrow.place_batch(placer, batch, result="where")
    assert placed.schema.names == ["name", "x", "where"]
    assert placed.schema.field("where").type == pa.list_(pa.int32(), 2)
    expected = placer.place(range(50))
    np.testing.assert_array_equal(arrow.devices(placed, result="where"), expected)
    assert placed.column("where").to_pylist() == expected.tolist()


def test_parts_of_batches_and_other_integers(placer):
    batch = pa.record_batch({"pg": pa.array(range(100), pa.int64())})
    placed = arrow.place_batch(placer, batch.slice(10, 20), column="pg")
    np.testing.assert_array_equal(arrow.devices(placed), placer.place(range(10, 30)))
    np.testing.assert_array_equal(arrow.devices(placed.slice(5, 5)), placer.place(range(15, 20)))


def test_inputs_that_are_missing_are_refused(placer):
    with pytest.raises(ValueError, match="1 inputs that are null"):
        arrow.place_batch(placer, pa.record_batch({"x": pa.array([1, None, 3], pa.uint32())}))
    with pytest.raises(KeyError):
        arrow.place_batch(placer, pa.record_batch({"y": pa.array([1], pa.uint32())}))


def test_batch_after_batch_with_a_placer_that_travelled(placer):
    batches = [pa.record_batch({"x": pa.array(range(start, start + 10), pa.uint32())}) for start in (0, 10)]
    placed = arrow.place_batches(pickle.loads(pickle.dumps(placer)), iter(batches))
    np.testing.assert_array_equal(np.concatenate([arrow.devices(batch) for batch in placed]), placer.place(range(20)))

"""Placement: what goes in, what comes out, what is refused."""

import pickle
import signal
import threading
import time

import libcrush
import numpy as np
import pytest
from libcrush import NONE, Placer

INPUTS = np.arange(5000, dtype=np.uint32)


def test_results_are_rows_of_int32(site):
    rows = site.place("rule0", INPUTS, 3)
    assert rows.shape == (5000, 3) and rows.dtype == np.int32 and rows.flags.c_contiguous
    assert (rows == site.place(0, INPUTS, 3)).all()
    assert all(len(set(row)) == 3 for row in rows.tolist())
    assert site.place(0, [], 3).shape == (0, 3)


def test_any_whole_numbers_are_inputs(site):
    expected = site.place(0, INPUTS[:100], 3)
    for inputs in [
        range(100),
        list(range(100)),
        np.arange(100),
        np.arange(100, dtype=np.uint8),
        np.arange(100, dtype=">u4"),
        np.arange(200, dtype=np.uint32)[::2] // 2,
        np.arange(200, dtype=np.uint32).reshape(100, 2)[:, 0] // 2,
        np.frombuffer(b"\0" + INPUTS[:100].tobytes(), np.uint32, offset=1),
    ]:
        np.testing.assert_array_equal(site.place(0, inputs, 3), expected)
    np.testing.assert_array_equal(site.place(0, [2**32 - 1], 3), site.place(0, np.array([2**32 - 1], np.uint32), 3))


@pytest.mark.parametrize(
    ("inputs", "error", "message"),
    [
        ([0.5], TypeError, "whole numbers"),
        (["a"], TypeError, "whole numbers"),
        ([-1], OverflowError, "from 0 to 4294967295, not -1"),
        ([2**32], OverflowError, "4294967296"),
        (5, ValueError, r"give \[x\]"),
        ([[1, 2]], ValueError, "one-dimensional"),
    ],
)
def test_other_inputs_are_refused(site, inputs, error, message):
    with pytest.raises(error, match=message):
        site.place(0, inputs, 3)


def test_weights_in_every_form(site):
    fixed = np.full(site.max_devices, libcrush.IN, np.uint32)
    fixed[[3, 5]] = [0, 0x8000]
    expected = site.place(0, INPUTS, 3, fixed)
    assert not (expected == 3).any() and (expected != site.place(0, INPUTS, 3)).any()
    for weights in [fixed / 65536.0, (fixed / 65536.0).astype(np.float32), (fixed / 65536.0).tolist(), {3: 0, 5: 0.5}]:
        np.testing.assert_array_equal(site.place(0, INPUTS, 3, weights), expected)
    np.testing.assert_array_equal(site.place(0, INPUTS, 3, {}), site.place(0, INPUTS, 3))
    # A device without a weight is out.
    assert (site.place(0, INPUTS, 3, []) == NONE).all()
    assert site.place(4, INPUTS, 2, [1.0] * 10)[:, 0].max() < 10


@pytest.mark.parametrize(
    ("weights", "error", "message"),
    [
        ([1, 1, 0], TypeError, "1.0 is in"),
        ([float("nan")], ValueError, "from 0.0"),
        ([-0.5], ValueError, "from 0.0"),
        ([70000.0], ValueError, "65536"),
        ({99: 0.0}, ValueError, "device 99"),
        ({-1: 0.0}, ValueError, "device -1"),
        ([[1.0]], ValueError, "one-dimensional"),
        ("out", TypeError, "floats"),
    ],
)
def test_other_weights_are_refused(site, weights, error, message):
    with pytest.raises(error, match=message):
        site.place(0, INPUTS, 3, weights)


def test_places_that_cannot_be_filled_hold_none(site):
    # Twelve servers, one of them empty: copies move up, shards keep their place.
    copies = site.place("rule0", INPUTS[:50], 13) == NONE
    assert (copies.sum(axis=1) >= 2).all() and (np.sort(copies) == copies).all()
    shards = site.place("rule1", INPUTS[:50], 13) == NONE
    assert (shards.sum(axis=1) >= 2).all() and (np.sort(shards) != shards).any()


def test_a_placer_answers_as_the_map_does(site):
    placer = Placer(site, "rule1", 4, {0: 0.0})
    expected = site.place("rule1", INPUTS, 4, {0: 0.0})
    for threads in range(4):
        np.testing.assert_array_equal(placer.place(INPUTS, threads=threads), expected)
    np.testing.assert_array_equal(np.concatenate([placer.place([x]) for x in INPUTS[:100]]), expected[:100])
    assert (placer.rule, placer.replicas, placer.map) == (1, 4, site)
    assert placer.weights[0] == 0 and (placer.weights[1:] == libcrush.IN).all()
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(placer)).place(INPUTS), expected)


def test_pools_have_choose_args():
    text = """
    device 0 osd.0
    device 1 osd.1
    type 0 osd
    type 1 root
    root all { id -1 alg straw2 hash 0 item osd.0 weight 1.0 item osd.1 weight 1.0 }
    rule one { id 0 type replicated step take all step choose firstn 0 type osd step emit }
    choose_args 4 { { bucket_id -1 weight_set [ [ 0 1 ] ] } }
    choose_args 18446744073709551615 { { bucket_id -1 weight_set [ [ 1 0 ] ] } }
    """
    crushmap = libcrush.Map.compile(text)
    assert set(crushmap.place(0, INPUTS, 1, pool=4).flat) == {1}
    # The default ones serve every other pool, and calls for no pool in particular.
    assert set(crushmap.place(0, INPUTS, 1, pool=5).flat) == {0}
    assert set(crushmap.place(0, INPUTS, 1).flat) == {0}
    placer = Placer(crushmap, 0, 1, pool=4)
    assert set(pickle.loads(pickle.dumps(placer)).place(INPUTS).flat) == {1}


def test_results_go_into_an_array_of_the_caller(site):
    placer = Placer(site, 0, 3)
    out = np.empty((len(INPUTS), 3), np.int32)
    assert placer.place(INPUTS, out=out) is out
    np.testing.assert_array_equal(out, placer.place(INPUTS))
    assert site.place(0, INPUTS, 3, out=out) is out
    part = np.zeros((len(INPUTS) + 2, 3), np.int32)
    placer.place(INPUTS, out=part[1:-1])
    np.testing.assert_array_equal(part[1:-1], out)
    assert not part[0].any() and not part[-1].any()


def test_other_arrays_for_results_are_refused(site):
    placer = Placer(site, 0, 3)
    fixed = np.zeros((5, 3), np.int32)
    fixed.flags.writeable = False
    unaligned = np.frombuffer(bytearray(5 * 3 * 4 + 1), np.int32, offset=1).reshape(5, 3)
    for out in [
        np.zeros((5, 2), np.int32),
        np.zeros((4, 3), np.int32),
        np.zeros((5, 3), np.int64),
        np.zeros((5, 6), np.int32)[:, ::2],
        np.zeros((3, 5), np.int32).T,
        np.zeros(15, np.int32),
        [[0] * 3] * 5,
        fixed,
        unaligned,
    ]:
        with pytest.raises(ValueError, match="out is"):
            placer.place(range(5), out=out)
    memory = np.zeros((5, 3), np.int32)
    with pytest.raises(ValueError, match="holds the inputs"):
        placer.place(memory.reshape(-1).view(np.uint32)[:5], out=memory)


def test_rules_that_cannot_be_prepared_are_refused(site):
    with pytest.raises(libcrush.CrushError, match="no rule 9"):
        site.place(9, INPUTS, 3)
    with pytest.raises(libcrush.CrushError, match="no rule 'copies', only: rule0, rule1"):
        site.place("copies", INPUTS, 3)
    with pytest.raises(libcrush.CrushError, match="at least one place"):
        site.place(0, INPUTS, 0)
    with pytest.raises(libcrush.CrushError, match="budget of 10"):
        Placer(site, 0, 3, budget=10)
    with pytest.raises(OverflowError):
        site.place(0, INPUTS, -1)
    with pytest.raises(libcrush.CrushError):
        site.place(0, INPUTS, 2**62)


def test_other_threads_run_while_a_batch_is_mapped(site):
    placer, inputs = Placer(site, 0, 3), np.arange(400_000, dtype=np.uint32)
    mapping = threading.Thread(target=placer.place, args=(inputs,))
    longest, last = 0.0, time.perf_counter()
    started = last
    mapping.start()
    while mapping.is_alive():
        time.sleep(0)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    # With the lock held, this thread would have waited for the batch once, nearly all of the time.
    assert longest < 0.5 * (last - started)


def test_threads_share_a_placer(site):
    placer = Placer(site, 1, 4)
    expected = placer.place(INPUTS)
    same = []
    threads = [threading.Thread(target=lambda: same.append((placer.place(INPUTS) == expected).all())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert same == [True] * 4


def test_an_interrupt_ends_a_batch(site):
    placer = Placer(site, 0, 6)
    inputs = np.zeros(20_000_000, np.uint32)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    # What runs in the background may have been started with interrupts ignored, which Python leaves so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            placer.place(inputs)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_inputs_of_a_pool():
    inputs = libcrush.pg_inputs(3, 8)
    assert inputs.dtype == np.uint32 and len(set(inputs.tolist())) == 8
    # Numbers of the specification of placement: pool 1, seed 0x7fc1f406 and pgp_num 12; no hashpspool.
    assert libcrush.pg_inputs(1, 12)[libcrush.stable_mod(0x7FC1F406, 12)] == 0xD77484F9
    assert libcrush.pg_inputs(2, 8, hashpspool=False).tolist() == list(range(2, 10))
    assert libcrush.pg_inputs(3, 8, 4).tolist() == libcrush.pg_inputs(3, 4).tolist() * 2
    with pytest.raises(libcrush.CrushError, match="pgp_num"):
        libcrush.pg_inputs(3, 8, 0)


def test_hashes_of_objects():
    assert libcrush.object_hash("obj1", namespace="ns", key="lockey") == 0x679D011A
    assert libcrush.object_hash(b"obj1", namespace=b"ns", key=b"lockey") == 0x679D011A
    assert libcrush.object_hash("obj1") != libcrush.object_hash("obj2")


def test_a_panic_is_an_exception():
    with pytest.raises(BaseException, match="asked to panic") as caught:
        libcrush._libcrush._panic()
    assert type(caught.value).__name__ == "PanicException"


def test_weights_of_devices_without_number_are_not_made_up():
    far = libcrush.Map.compile(
        "device 2147483000 x\ntype 0 osd\ntype 1 root\nroot r { alg straw2 item x weight 1 }\n"
        "rule one { id 0 type replicated step take r step choose firstn 0 type osd step emit }"
    )
    for weights in [None, {5: 0.5}]:
        with pytest.raises(ValueError, match="device 2147483000"):
            far.place(0, [1], 1, weights)

"""Maps: read, compiled, written, and asked what they hold."""

import pickle

import libcrush
import pytest
from conftest import TESTDATA

TEXT = """
device 0 osd.0 class ssd
device 1 osd.1 class hdd
device 2 osd.2
type 0 osd
type 1 host
type 2 root
host alpha { id -1 alg straw2 hash 0 item osd.0 weight 1.0 item osd.1 weight 2.5 }
host beta { id -2 alg list hash 0 item osd.2 weight 1.0 }
root default { id -3 alg straw2 hash 0 item alpha weight 3.5 item beta weight 1.0 }
rule copies { id 0 type replicated step take default step chooseleaf firstn 0 type host step emit }
rule shards { id 4 type erasure step take default step choose indep 0 type osd step emit }
"""


@pytest.fixture(scope="module")
def small():
    return libcrush.Map.compile(TEXT)


def test_a_file_and_its_text_are_the_same_map(site):
    golden = TESTDATA / "golden"
    assert libcrush.Map.compile((golden / "straw2-jewel.txt").read_text()) == site
    assert libcrush.Map.from_file(golden / "straw2-jewel.txt") == site
    assert libcrush.Map.from_file(str(golden / "straw2-jewel.crush")) == site
    assert libcrush.Map.from_bytes((golden / "straw2-jewel.crush").read_bytes()) == site
    assert libcrush.Map.from_file(golden / "msr.crush") != site


def test_written_and_read_again(small):
    assert libcrush.Map.from_bytes(small.to_bytes()) == small
    assert libcrush.Map.compile(small.decompile()) == small
    assert pickle.loads(pickle.dumps(small)) == small
    assert len(small.to_bytes("luminous")) < len(small.to_bytes())
    with pytest.raises(libcrush.CrushError, match="hammer"):
        small.to_bytes("hammer")


def test_what_a_map_holds(small):
    assert [(rule.id, rule.name, rule.type) for rule in small.rules] == [
        (0, "copies", "replicated"),
        (4, "shards", "erasure"),
    ]
    assert [(device.id, device.name, device.device_class, device.weight) for device in small.devices] == [
        (0, "osd.0", "ssd", 1.0),
        (1, "osd.1", "hdd", 2.5),
        (2, "osd.2", None, 1.0),
    ]
    real = {bucket.name: bucket for bucket in small.buckets if "~" not in bucket.name}
    assert [(name, bucket.id, bucket.type) for name, bucket in real.items()] == [
        ("alpha", -1, "host"),
        ("beta", -2, "host"),
        ("default", -3, "root"),
    ]
    assert real["default"].items == [-1, -2] and real["default"].weights == [3.5, 1.0]
    assert (real["alpha"].weight, real["alpha"].algorithm, real["beta"].algorithm) == (3.5, "straw2", "list")
    assert small.types == {0: "osd", 1: "host", 2: "root"}
    assert small.max_devices == 3


def test_look_ups(small):
    assert small.item_id("beta") == -2 and small.item_name(-2) == "beta"
    assert small.item_id("osd.1") == 1 and small.item_name(1) == "osd.1"
    assert small.rule_id("shards") == 4
    assert small.type_id("host") == 1
    assert small.device_class(0) == "ssd" and small.device_class(2) is None
    for look_up in [
        lambda: small.item_id("gamma"),
        lambda: small.item_name(77),
        lambda: small.rule_id("none"),
        lambda: small.type_id("rack"),
    ]:
        with pytest.raises(KeyError, match="the map has no"):
            look_up()


def test_reprs_tell_what_it_is(small):
    assert repr(small).startswith("<libcrush.Map: 3 devices,")
    assert repr(small.rules[0]) == 'Rule(id=0, name="copies", type="replicated")'
    assert "osd.1" in repr(small.devices[1]) and "alpha" in repr(small.buckets[0])


def test_what_is_no_map_is_refused_with_the_place(tmp_path):
    with pytest.raises(libcrush.CrushError, match="magic at byte 0"):
        libcrush.Map.from_bytes(b"no map")
    with pytest.raises(libcrush.CrushError, match="line 3"):
        libcrush.Map.compile("device 0 osd.0\ntype 0 osd\nbanana\n")
    broken = tmp_path / "broken.crush"
    broken.write_bytes((TESTDATA / "golden" / "msr.crush").read_bytes()[:200])
    with pytest.raises(libcrush.CrushError, match="broken.crush: .* at byte 1"):
        libcrush.Map.from_file(broken)
    broken.write_text("device 0 osd.0\nbanana\n")
    with pytest.raises(libcrush.CrushError, match="broken.crush: .*line 2"):
        libcrush.Map.from_file(broken)
    with pytest.raises(FileNotFoundError, match="missing.crush"):
        libcrush.Map.from_file(tmp_path / "missing.crush")
    with pytest.raises(libcrush.CrushError, match="banana"):
        libcrush.Map.compile("").to_bytes("banana")
    assert issubclass(libcrush.CrushError, ValueError)


def test_every_truncation_is_refused_or_read(site):
    data = site.to_bytes()
    for length in range(len(data)):
        try:
            libcrush.Map.from_bytes(data[:length])
        except libcrush.CrushError as error:
            assert str(error)

"""What needs large packages: the types, the picture, and ten million inputs on Dask."""

import subprocess
import sys
from pathlib import Path

import libcrush
import numpy as np

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

from utilisation import made_up_cluster  # noqa: E402


def output(*command):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_types_say_what_the_module_has():
    said = output("-m", "mypy.stubtest", "libcrush", "--mypy-config-file", HERE / "mypy.ini")
    assert "Success" in said


def test_a_million_placement_groups_make_a_picture(tmp_path):
    picture = tmp_path / "utilisation.png"
    assert "1000000 placement groups x 3" in output(EXAMPLES / "utilisation.py", "--out", picture)
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 20_000


def test_ten_million_inputs_on_dask():
    said = output(EXAMPLES / "dask_batches.py")
    # The same by one call in this process.
    placements = libcrush.Map.compile(made_up_cluster()).place(
        "replicated", np.arange(10_000_000, dtype=np.uint32), 3, {7: 0.0}, threads=0
    )
    places = np.arange(1, placements.size + 1, dtype=np.uint64)
    checksum = int((places * placements.reshape(-1).astype(np.uint64)).sum())
    assert f"{placements.size} placements on {len(np.unique(placements))} devices, checksum {checksum:#018x}" in said

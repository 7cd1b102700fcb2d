"""The examples: what the one prints that needs no large packages."""

import subprocess
import sys
from pathlib import Path

import libcrush
import numpy as np

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

import utilisation  # noqa: E402


def test_utilisation_prints_what_it_found():
    command = [sys.executable, EXAMPLES / "utilisation.py", "--pgs", "20000"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "20000 placement groups x 3 on 468 devices" in said
    assert "\n0 places not filled\n" in said and "fullest: osd." in said


def test_shares_add_up():
    crushmap = libcrush.Map.compile(utilisation.made_up_cluster())
    placements = crushmap.place("replicated", libcrush.pg_inputs(1, 10_000), 3, {0: 0.0, 1: 0.5})
    ids, sizes, counts, relative = utilisation.utilisation(crushmap, {0: 0.0, 1: 0.5}, placements)
    assert 0 not in ids and len(ids) == 479 and counts.sum() == placements.size
    np.testing.assert_allclose(np.average(relative, weights=sizes), 1.0)
    racks = utilisation.groups(crushmap, ids)
    assert set(racks) == {f"rack{number}" for number in range(8)} and (racks == "rack0").sum() == 59
    # Each copy is in a rack of its own.
    names = dict(zip(ids, racks))
    assert all(len({names[device] for device in row}) == 3 for row in placements[:500].tolist())

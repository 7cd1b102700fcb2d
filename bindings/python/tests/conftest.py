"""What several tests use: the repository's maps, and the answers of genuine Ceph for them."""

from pathlib import Path

import libcrush
import pytest

TESTDATA = Path(__file__).resolve().parents[3] / "testdata"


@pytest.fixture(scope="session")
def site():
    """Three cabinets of four servers with up to four disks: rules rule0 to rule5."""
    return libcrush.Map.from_file(TESTDATA / "golden" / "straw2-jewel.crush")


@pytest.fixture(scope="session")
def shared_vectors():
    return TESTDATA / "shared" / "placements.txt"

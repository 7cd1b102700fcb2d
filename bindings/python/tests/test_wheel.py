"""The wheel: what it exports and what is in it."""

import subprocess
from importlib.metadata import files, metadata, version
from pathlib import Path

import libcrush


def test_only_python_sees_the_module():
    module = Path(libcrush._libcrush.__file__)
    assert module.name == "_libcrush.abi3.so"
    said = subprocess.run(["nm", "-D", "--defined-only", module], check=True, capture_output=True, text=True).stdout
    names = [line.split()[-1] for line in said.splitlines()]
    assert "PyInit__libcrush" in names
    assert [name for name in names if "crush" in name.lower() and name != "PyInit__libcrush"] == []


def test_the_wheel_is_complete():
    names = {path.name for path in files("libcrush")}
    assert {"py.typed", "_libcrush.pyi", "__init__.py", "_libcrush.abi3.so", "arrow.py"} <= names
    assert version("libcrush") == libcrush.__version__
    assert metadata("libcrush")["Requires-Python"] == ">=3.10"

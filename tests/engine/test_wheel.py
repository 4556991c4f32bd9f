"""A wheel of the engine plays as the plain code does, move by move, whether it could be compiled or not."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy import wheel

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(1200)]


def games(tree: Path) -> list[str]:
    """Return what the engine in this folder plays."""
    played = subprocess.run(
        [sys.executable, "-P", ROOT / "tests/engine/told_games.py"],
        env=os.environ | {"PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return played.stdout.decode().splitlines()


def unpacked(built: Path, folder: Path) -> Path:
    """Return where the wheel is, as if it had been installed."""
    with zipfile.ZipFile(built) as files:
        files.extractall(folder)
    return folder


def test_a_compiled_wheel_plays_every_move_as_the_plain_code_does(tmp_path: Path) -> None:
    built = wheel.build(tmp_path)
    assert built.name.endswith(".whl")
    assert "none-any" not in built.name, "it was not compiled"
    (kind, *moves), (plain, *expected) = games(unpacked(built, tmp_path / "installed")), games(ROOT)
    assert (kind, plain) == ("compiled", "plain")
    assert len(moves) > 10_000
    assert moves == expected


def test_without_a_compiler_the_wheel_is_plain_and_fits_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "no-compiler"))
    built = wheel.build(tmp_path)
    assert built.name.endswith("-py3-none-any.whl")
    assert "It could not be compiled: see above. The wheel is plain." in capfd.readouterr().err
    assert games(unpacked(built, tmp_path / "installed"))[0] == "plain"

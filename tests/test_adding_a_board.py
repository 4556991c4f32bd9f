"""A tiny board, added to a copy of the code by the steps of docs/adding-a-board.md alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
POND: Final = ROOT / "tests" / "examples" / "pond"
"""The files of the document's table, each with `.txt` at its end, so that nothing takes them for code of ours."""
GENERAL: Final = ("tests/engine/test_whole_games.py", "tests/engine/test_options.py", "tests/engine/test_codec.py")
PICTURES: Final = ("tests/pictures/test_geometry.py", "tests/pictures/test_drawing.py")
SHOWN: Final = ("tests/web/test_ticket_goals.py", "tests/web/test_manual.py")
"""What people see of it; some of its tickets have several goals."""
SERVERS: Final = ("DATABASE_URL", "REDIS_URL", "POOLED_DATABASE_URL")


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_a_board_needs_no_edit_of_an_existing_file(tmp_path: Path) -> None:
    copy_tracked_files(tmp_path)
    for file in POND.rglob("*.txt"):
        shutil.copy(file, tmp_path / file.relative_to(POND).with_suffix(""))
    run(tmp_path, "-m", "games.presentation.pictures.workshop.layout", "pond")
    run(tmp_path, "-m", "tests.engine.perft", "write", "pond@1")
    for files, marks in ((GENERAL + PICTURES, "--stage=test"), (SHOWN, "-mnot soak")):
        told = run(tmp_path, "-m", "pytest", "-n", "0", "-q", "-k", "pond or Pond", marks, *files)
        assert " passed" in told


def copy_tracked_files(folder: Path) -> None:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.split("\0")[:-1]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def run(folder: Path, *arguments: str) -> str:
    """Run Python in the copy, whose tests start servers of their own if they need some."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", *SERVERS))}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=own, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout

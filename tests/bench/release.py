"""The engine beside the previous release's engine, on the same games.

The previous release is the newest tag, or the commit in `RELEASE` (`RELEASE=v1.2 make bench ARGS=engine`).
"""

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from .rates import RUNS, report

HERE = Path(__file__).parents[2]
BEFORE_THE_FIRST = "5612595"
"""The commit used as long as there is no release."""


def main() -> None:
    """Play with both alternately, each in its own processes, and print the rates."""
    name = os.environ.get("RELEASE") or git("describe", "--tags", "--abbrev=0").decode().strip() or BEFORE_THE_FIRST
    archive = git("archive", "--format=tar", name, "engine")
    if not archive:
        print(f"\nNothing to compare with: there is no {name} in the history here.")
        return
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        runs = [(rates(HERE, run), rates(Path(folder), run)) for run in range(RUNS)]
    print(f"\nThe same random games with this engine and that of {name}, list(options) and decide. Moves a second.")
    for seats in runs[0][0]:
        report({f"now, {seats}": [now[seats] for now, _ in runs], name: [then[seats] for _, then in runs]}, name)


def rates(tree: Path, run: int) -> dict[str, float]:
    """Return the rates that a fresh process measures for the engine in this folder."""
    played = subprocess.run(
        [sys.executable, "-P", HERE / "tests/bench/standard.py", str(run)],
        env=os.environ | {"PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, float] = json.loads(played.stdout)
    return found


def git(*words: str) -> bytes:
    """Return git's output; empty if git fails or is missing."""
    try:
        return subprocess.run(["git", "-C", HERE, *words], capture_output=True, check=False).stdout
    except FileNotFoundError:
        return b""


if __name__ == "__main__":
    main()

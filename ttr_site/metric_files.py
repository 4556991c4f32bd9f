"""The files in which the site's processes count, in PROMETHEUS_MULTIPROC_DIR; those of dead processes are swept.

Each process has a file of 64 KiB and more for each kind of metric, mostly in memory. What dead ones have counted is
added up in one file for each kind, so no counter ever falls, which would look like a new start.
"""

import fcntl
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from prometheus_client.mmap_dict import MmapedDict

KINDS: Final = ("counter", "histogram", "summary")
SWEPT: Final = "swept"
"""What a file of dead processes has in its name in place of a process's number."""


@contextmanager
def swept(folder: Path) -> Iterator[None]:
    """Sweep the folder, and let nobody else sweep it within the block, which may read it."""
    with (folder / "sweep.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for file in folder.glob("gauge_live*.db"):  # a dead process has no connections and no streams
            if _is_dead(file):
                file.unlink(missing_ok=True)
        for kind in KINDS:
            if dead := [file for file in folder.glob(f"{kind}_*.db") if _is_dead(file)]:
                _add_up(folder / f"{kind}_{SWEPT}.db", dead)
        yield


def _is_dead(file: Path) -> bool:
    """Check whether the process that a file is named after has ended."""
    number = file.stem.rpartition("_")[2]
    if not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _add_up(total: Path, dead: list[Path]) -> None:
    """Add what these files have to the total, and delete them."""
    counts: Counter[str] = Counter()
    for file in [total, *dead] if total.exists() else dead:
        for key, value, *_ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
            counts[key] += value
    new = total.with_suffix(".new")
    new.unlink(missing_ok=True)
    new_counts = MmapedDict(str(new))  # type: ignore[no-untyped-call]
    for key, value in counts.items():
        new_counts.write_value(key, value, 0.0)  # type: ignore[no-untyped-call]
    new_counts.close()  # type: ignore[no-untyped-call]
    new.replace(total)
    for file in dead:
        file.unlink()

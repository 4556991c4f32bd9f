"""The limits of a small machine, one processor and 1 GB of memory, enforced by the kernel on a control group."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tests.patience import eventually

MEMORY: Final = 10**9
"""Bytes, including files cached in memory, which make room for other uses."""
CONTROLLER: Final = Path("/sys/fs/cgroup/memory")
"""The folder by which version 1 of control groups limits memory; without it, version 2 does, in the folder above."""


@dataclass(frozen=True)
class Limits:
    """The group with all processes of the machine."""

    group: Path

    @property
    def within(self) -> Sequence[str]:
        """Return the prefix of a command that is to run in the group."""
        enter = 'echo $$ >"$0/cgroup.procs" && exec taskset --cpu-list 0 "$@"'
        return "sh", "-c", enter, str(self.group)

    def killed(self) -> int:
        """Return how many processes the kernel has killed for lack of memory."""
        names = ("memory.oom_control", "memory.events")
        text = next(file.read_text() for name in names if (file := self.group / name).exists())
        return int(dict(line.split() for line in text.splitlines())["oom_kill"])


@contextmanager
def limited() -> Iterator[Limits]:
    """Yield the group until its last process has ended. Raises OSError if this machine does not permit one."""
    first = CONTROLLER.exists()
    if not first:
        (CONTROLLER.parent / "cgroup.subtree_control").write_text("+memory")
    group = Path(mkdtemp(prefix="night-mail-", dir=CONTROLLER if first else CONTROLLER.parent))
    try:
        (group / ("memory.limit_in_bytes" if first else "memory.max")).write_text(str(MEMORY))
        yield Limits(group)
    finally:
        assert eventually(lambda: not any(file.read_text() for file in group.rglob("cgroup.procs")))
        for folder, _, _ in os.walk(group, topdown=False):  # systemd on the machine makes groups of its own in there
            Path(folder).rmdir()

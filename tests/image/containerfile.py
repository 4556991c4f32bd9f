"""A Containerfile's instructions, and their effects on a root file system."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
"""Lists the files in the build's context: .dockerignore excludes nothing else."""
PASSED: Final = re.compile(r"(https?|all|no)_proxy|PIP_(CERT|INDEX_URL|EXTRA_INDEX_URL|DEFAULT_TIMEOUT)", re.IGNORECASE)
"""Variables by which this machine reaches the package index, which the image must not contain."""


def instructions(file: Path) -> list[tuple[str, str]]:
    """Return each instruction with its arguments; without comments, with continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", file.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in text.splitlines() if line)]


@dataclass
class Image:
    """A root file system, and the settings from the instructions so far for running commands in it."""

    root: Path
    shared: Sequence[Path] = ()
    variables: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)
    check: list[str] = field(default_factory=list)

    def build(self, file: Path) -> None:
        """Execute every instruction. Raises CalledProcessError, and ValueError for an unknown one."""
        for word, rest in instructions(file):
            print(f"{word} {rest}", flush=True)
            self.do(word, rest)

    def do(self, word: str, rest: str) -> None:
        """Execute one instruction. Raises CalledProcessError, ValueError."""
        match word:
            case "COPY":
                self._copy(*rest.split())
            case "RUN":
                self.run(["sh", "-c", rest], way_to_the_index())
            case "WORKDIR":
                self.folder = rest
                self._inside(rest).mkdir(parents=True, exist_ok=True)
            case _:
                self._note(word, rest)

    def _note(self, word: str, rest: str) -> None:
        """Record an instruction that only affects how commands run."""
        match word:
            case "ENV":
                self.variables |= dict(part.split("=", 1) for part in shlex.split(rest))
            case "USER":
                self.user = rest
            case "CMD":
                self.command = json.loads(rest)
            case "HEALTHCHECK":
                self.check = json.loads(rest.removeprefix("CMD "))
            case "FROM" | "EXPOSE":
                pass
            case _:
                raise ValueError(f"nobody knows what {word} does")

    def run(self, command: Sequence[str], variables: dict[str, str]) -> None:
        """Run a command in the image. Raises CalledProcessError."""
        subprocess.run(self.inside(command, variables), check=True)

    def inside(self, command: Sequence[str], variables: dict[str, str]) -> list[str]:
        """Return the command that runs this one in the root, with no environment but these variables.

        It has its own mounts and processes, which end with it, and this machine's network.
        """
        given = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", **self.variables, **variables}
        binds = [f"mkdir -p {self.root}{path} && mount --rbind {path} {self.root}{path}" for path in self.shared]
        mounts = [f"mount --rbind /dev {self.root}/dev", f"mount -t proc proc {self.root}/proc", *binds]
        step = ["chroot", f"--userspec={self.user}", str(self.root), "env", "--ignore-environment"]
        step += [f"{name}={value}" for name, value in given.items()]
        step += ["sh", "-c", f"cd {self.folder} && exec {shlex.join(command)}"]
        own = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        # The shell stays: a process that changes its user no longer dies with its parent.
        return [*own, "sh", "-c", f"{' && '.join(mounts)} && {shlex.join(step)}; exit $?"]

    def _inside(self, path: str) -> Path:
        return self.root / os.path.join(self.folder, path).lstrip("/")

    def _copy(self, source: str, target: str) -> None:
        copy(source, self._inside(target))


def copy(source: str, target: Path) -> None:
    """Copy this part of the repository into a folder of the image, owned by root."""
    listed = subprocess.run([*FILES, source], cwd=ROOT, check=True, capture_output=True).stdout
    packed = ["tar", "--create", "--null", "--files-from=-", "--ignore-failed-read", "--owner=0", "--group=0"]
    archive = subprocess.run(packed, cwd=ROOT, input=listed, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", target], input=archive, check=True)


def way_to_the_index() -> dict[str, str]:
    """Return the variables by which packages are reached from here."""
    return {name: value for name, value in os.environ.items() if PASSED.fullmatch(name)}

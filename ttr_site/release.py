"""The release's identity, a digest of its files, for caches that must not outlive it."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOMS: Final = ("engine", "games", "notifications", "ttr_site", "requirements.lock")
"""Everything that determines the look of a page, a picture or a response."""


def digest(root: Path) -> str:
    """Return sixteen hexadecimal digits derived from the content and names of all files of `ROOMS` in this folder.

    Compiled Python files, and hidden files of editors, are ignored.
    """
    hasher = sha256()
    for path in _files(root):
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return hasher.hexdigest()[:16]


def _files(root: Path) -> Iterator[Path]:
    for room in ROOMS:
        paths = sorted((root / room).rglob("*")) if (root / room).is_dir() else [root / room]
        yield from (path for path in paths if path.is_file() and not _is_left_out(path))


def _is_left_out(path: Path) -> bool:
    return "__pycache__" in path.parts or path.name.startswith(".")

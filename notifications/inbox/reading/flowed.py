"""Lines that a mail program has parted for the way, joined again (RFC 3676)."""

from itertools import groupby
from typing import Final

SIGNATURE: Final = "-- "


def joined(text: str, *, del_sp: bool) -> str:
    """The text with each paragraph in a line, behind as many ">" as it had. `del_sp`: the space at a soft end goes.

    Where a quote ends, its last paragraph does (4.5), and an empty line says so; but not below a soft end, which only
    a program makes that wraps without marks.
    """
    found: list[str] = []
    is_whole = False
    for depth, lines in groupby(map(_parted, text.split("\n")), key=lambda line: line[0]):
        said = [line for _, line in lines]
        found += [""] if is_whole and not depth else []
        found += [_quoted(depth, line) for line in _paragraphs(said, del_sp)]
        is_whole = depth > 0 and (said[-1] == SIGNATURE or not said[-1].endswith(" "))
    return "\n".join(found)


def _parted(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and what it says, unstuffed."""
    said = line.lstrip(">")
    return len(line) - len(said), said.removeprefix(" ")


def _paragraphs(lines: list[str], del_sp: bool) -> list[str]:
    found: list[str] = []
    so_far: list[str] = []
    for line in lines:
        if line.endswith(" ") and line != SIGNATURE:
            so_far.append(line[:-1] if del_sp else line)
        elif line == SIGNATURE:
            found += ["".join(so_far), line] if so_far else [line]
            so_far = []
        else:
            found.append("".join([*so_far, line]))
            so_far = []
    return [*found, "".join(so_far)] if so_far else found


def _quoted(depth: int, line: str) -> str:
    return f"{'>' * depth} {line}" if depth else line

"""Joining of lines that a mail program has wrapped for transport (RFC 3676)."""

from itertools import groupby
from typing import Final

SIGNATURE: Final = "-- "


def joined(text: str, *, del_sp: bool) -> str:
    """Join each paragraph of the text into one line, with as many ">" as it had.

    `del_sp`: drop the space at a soft end.

    A paragraph ends where its quote ends (4.5), marked by an empty line; but not after a soft end, which only a program
    that wraps without marks produces.
    """
    joined_lines: list[str] = []
    is_whole = False
    for depth, lines in groupby(map(_split_marks, text.split("\n")), key=lambda line: line[0]):
        contents = [line for _, line in lines]
        joined_lines += [""] if is_whole and not depth else []
        joined_lines += [_add_marks(depth, line) for line in _join_paragraphs(contents, del_sp)]
        is_whole = depth > 0 and (contents[-1] == SIGNATURE or not contents[-1].endswith(" "))
    return "\n".join(joined_lines)


def _split_marks(line: str) -> tuple[int, str]:
    """Return a line's quote depth and its text, unstuffed."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")


def _join_paragraphs(lines: list[str], del_sp: bool) -> list[str]:
    paragraphs: list[str] = []
    so_far: list[str] = []
    for line in lines:
        if line.endswith(" ") and line != SIGNATURE:
            so_far.append(line[:-1] if del_sp else line)
        elif line == SIGNATURE:
            paragraphs += ["".join(so_far), line] if so_far else [line]
            so_far = []
        else:
            paragraphs.append("".join([*so_far, line]))
            so_far = []
    return [*paragraphs, "".join(so_far)] if so_far else paragraphs


def _add_marks(depth: int, line: str) -> str:
    return f"{'>' * depth} {line}" if depth else line

"""Rows as CSV, a line at a time, for programs that take some texts for formulas."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What such a program knows a formula by."""


class _Echo:
    """What `csv` writes to: it hands each line back."""

    def write(self, line: str) -> str:
        return line


def lines(titles: Sequence[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the titles, then every row; no text in it becomes a formula when it is opened."""
    writer = csv.writer(_Echo())
    yield str(writer.writerow(titles))
    for row in rows:
        yield str(writer.writerow([_harmless(text) for text in row]))


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text

"""CSV output, line by line, that is safe for programs which take some texts for formulas."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The first characters by which such programs recognize a formula."""


class _Echo:
    """A file object for `csv` that returns each line."""

    def write(self, line: str) -> str:
        return line


def lines(titles: Sequence[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the titles, then every row, so that no text becomes a formula when the file is opened."""
    writer = csv.writer(_Echo())
    yield str(writer.writerow(titles))
    for row in rows:
        yield str(writer.writerow([_harmless(text) for text in row]))


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text

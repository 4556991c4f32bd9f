"""Lines of plain text are filled as by the standard library, including short ones."""

from random import Random
from textwrap import fill

from notifications.letters.document import WIDTH, filled

PIECES = ["a", "bcd", "hyphen-ated", "x" * 30, "x" * 90, " ", "  ", "\t", "\n", "\r\n", "–", "\N{NO-BREAK SPACE}"]


def test_lines_are_as_textwrap_has_them() -> None:
    random = Random(16)
    for _ in range(2000):
        words = "".join(random.choices(PIECES, k=random.randint(0, 12)))
        for first, further in (("", ""), ("- ", "  "), ("", "    ")):
            same = fill(
                words,
                WIDTH,
                initial_indent=first,
                subsequent_indent=further,
                break_long_words=False,
                break_on_hyphens=False,
            )
            assert filled(words, first=first, further=further) == same

"""The first sentence of an email whose opening words are a paragraph: enlarged, and nothing depends on it."""

import re
from collections.abc import Iterable
from typing import Final

SENTENCE: Final = re.compile(r"(?<=\w{3}[.?!])\s+|(?<=”[.?!])\s+")
"""The space after a sentence, except after an abbreviation."""


def first_sentence(words: str, names: Iterable[str] = ()) -> tuple[str, str]:
    """Return the first sentence and the rest; none ends within quotation marks, or within one of these names."""
    inside = [found.span() for name in names if " " in name for found in re.finditer(re.escape(name), words)]
    for gap in SENTENCE.finditer(words):
        before = words[: gap.start()]
        is_quoted = before.count("“") > before.count("”")
        if not is_quoted and not any(start < gap.start() < end for start, end in inside):
            return before, words[gap.end() :]
    return words, ""

"""How each language counts: gettext's rule, and the numbers that each of its forms is for."""

from typing import Final, NamedTuple


class PluralRule(NamedTuple):
    """A language's rule, as catalogs have it in their heading; `numbers` has an example for each form."""

    rule: str
    numbers: tuple[str, ...]


USUAL: Final = PluralRule("nplurals=2; plural=(n != 1);", ("1", "0, 2, 3, ..."))
FRENCH: Final = PluralRule("nplurals=2; plural=(n > 1);", ("0, 1", "2, 3, ..."))
OTHERS: Final = {"fr": FRENCH}
"""Languages that do not count as English does."""


def find_rule(language: str) -> PluralRule:
    """Return a language's rule."""
    return OTHERS.get(language, USUAL)

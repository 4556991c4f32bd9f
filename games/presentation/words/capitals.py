"""The only place where a translated text gets capitals: clauses that stand in sentences and on lines, and headings.

Nothing else is cut, searched or changed once it is translated.
"""

from django.utils.translation import get_language
from icu import Locale, UnicodeString

from games.presentation.words.lists import BRITISH


def in_capitals(heading: str) -> str:
    """Return a heading in capitals, as plain text has no other way to show what is one."""
    return str(UnicodeString(heading).toUpper(Locale(get_language() or BRITISH)))


def begin_line(clause: str) -> str:
    """Return a clause as it begins a line, with a capital by its language's rules: "ijs" is "IJs" in Dutch."""
    locale = Locale(get_language() or BRITISH)
    first_two = str(UnicodeString(clause[:2]).toTitle(locale))
    letters = 2 if first_two[1:].isupper() else 1
    return str(UnicodeString(clause[:letters]).toTitle(locale)) + clause[letters:]

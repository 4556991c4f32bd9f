"""Replies in the player's language: each line becomes the English that means the same, which `orders` reads. Pure.

A language is data: a `Lexicon` in a file of its own, named after its code, with the words for each idea (`lexicon`).
`sentences` turns a sentence all of whose words are known into English, `dates` the days in it, by ICU's names;
`translation` goes through the lines. What is not wholly known stays as it was typed, so English always works, and a
word that means different things is read in the player's language. To add a language, add its file and its line here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from notifications.inbox.orders.kinds import Offered, Order
from notifications.inbox.orders.languages import translation
from notifications.inbox.orders.languages.da import DANISH
from notifications.inbox.orders.languages.de import GERMAN
from notifications.inbox.orders.languages.es import SPANISH
from notifications.inbox.orders.languages.fi import FINNISH
from notifications.inbox.orders.languages.fr import FRENCH
from notifications.inbox.orders.languages.it import ITALIAN
from notifications.inbox.orders.languages.lexicon import Lexicon
from notifications.inbox.orders.languages.nb import NORWEGIAN
from notifications.inbox.orders.languages.nl import DUTCH
from notifications.inbox.orders.languages.sv import SWEDISH
from notifications.inbox.orders.lines import OrdersRead

LANGUAGES: Final[Mapping[str, Lexicon]] = {
    language.code: language
    for language in (DANISH, GERMAN, SPANISH, FINNISH, FRENCH, ITALIAN, NORWEGIAN, DUTCH, SWEDISH)
}
"""Those that are read besides English."""


def translate(lines: Sequence[str], offered: Offered) -> list[str]:
    """Return the lines of a reply about a game in the English that is read."""
    language = LANGUAGES.get(offered.language)
    return list(lines) if language is None else translation.translate_lines(lines, offered, language)


def restore(read: OrdersRead[Order], translated: Sequence[str], lines: Sequence[str]) -> OrdersRead[Order]:
    """Return what was read, with the lines as they were typed."""
    return translation.restore_lines(read, translated, lines)


def translate_line(line: str, offered: Offered) -> str:
    """Return one line of a reply about a game in the English that is read."""
    return translate([line], offered)[0]


def may_choose(line: str, offered: Offered) -> bool:
    """Check whether a line that is read only in part names what may be chosen, or denies or doubts something."""
    return translation.may_choose(line, offered, LANGUAGES[offered.language])


def translate_to_site(lines: Sequence[str], code: str) -> list[str]:
    """Return the lines of an email to the site in the English that is read."""
    language = LANGUAGES.get(code)
    return list(lines) if language is None else translation.translate_to_site(lines, language)


def translate_answers(lines: Sequence[str], code: str) -> list[str]:
    """Return lines that answer a question by yes or no in the English that is read."""
    language = LANGUAGES.get(code)
    return list(lines) if language is None else translation.translate_answers(lines, language)


def translate_beside_answer(lines: Sequence[str], code: str) -> list[str]:
    """Return lines below one that answers by yes or no, in whichever language, in the English that is read."""
    language = LANGUAGES.get(code)
    return list(lines) if language is None else translation.translate_beside_answer(lines, language)

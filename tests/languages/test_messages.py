"""Messages that a translator can translate: what is counted has plural forms, and orders are placeholders."""

import re
from typing import Final

import pytest

from deploy.catalogs.comments import NAMED, PLACEHOLDERS, list_placeholders
from deploy.catalogs.files import build_catalog
from deploy.catalogs.messages import MessageKey, SourceMessage
from deploy.catalogs.owners import TRANSLATED, Found
from notifications.order_words import ENGLISH

COUNTED: Final = (
    *("answers", "cards", "characters", "cities", "clubs", "colors", "days", "entries", "games", "hours", "leagues"),
    *("letters", "lines", "locomotives", "members", "messages", "minutes", "moves", "orders", "people", "places"),
    *("players", "points", "proposals", "questions", "rounds", "routes", "rows", "seasons", "seats", "sets", "spaces"),
    *("stations", "tables", "tickets", "times", "tokens", "tracks", "trains", "weeks"),
)
NUMBER: Final = (
    r"(?:%\(\w+\)d|%\((?:count|days|fewest|games|limit|most|n|number|points|rounds|seats)\)s"
    r"|\{(?:at_least|count|fewest|free|have|limit|most|n|need)\})"
)
UNCOUNTED: Final = re.compile(rf"{NUMBER} (?!of the )(?:\w+ )?(?:{'|'.join(COUNTED)})\b")
QUOTED: Final = re.compile("“([a-zA-Z0-9][^”%{]*)”")
OF_PROGRAMS: Final = ("games/api/", "games/presentation/words/", "notifications/api/")
"""Where quotation marks enclose the names that programs use, and codes."""
OF_OTHERS: Final = frozenset({"something for the admins alone"})
"""A choice on a page, which is no order."""
FEW: Final = 4
ORDERS: Final = frozenset(ENGLISH.values())


@pytest.fixture
def shown(found: Found) -> list[tuple[MessageKey, list[SourceMessage]]]:
    """Return the messages that are translated, with the places where each stands."""
    return [item for place, messages in found.items() if place.catalog in TRANSLATED for item in messages.items()]


def test_what_is_counted_has_plural_forms(shown: list[tuple[MessageKey, list[SourceMessage]]]) -> None:
    assert len(shown) > 3000
    single = [key.text for key, places in shown if not any(message.plural for message in places)]
    assert [text for text in single if UNCOUNTED.search(text)] == []


def test_no_order_stands_in_a_message(shown: list[tuple[MessageKey, list[SourceMessage]]]) -> None:
    """A reply in another language has its own orders."""
    texts = [key.text for key, places in shown if not places[0].file.startswith(OF_PROGRAMS)]
    quoted = {words: text for text in texts for words in QUOTED.findall(text) if words not in OF_OTHERS}
    assert {words: text for words, text in quoted.items() if words in ORDERS or words[0].islower()} == {}


def test_what_is_short_or_has_a_placeholder_comes_with_a_comment(found: Found) -> None:
    entries = [
        entry
        for place, messages in found.items()
        if place.catalog in TRANSLATED
        for entry in build_catalog(place, "da", {place: messages}, {})
    ]
    unclear = [entry for entry in entries if len(entry.msgid.split()) < FEW or NAMED.search(entry.msgid)]
    assert [entry.msgid for entry in unclear if not (entry.comment or entry.msgctxt)] == []


def test_each_placeholder_of_the_table_is_explained(found: Found) -> None:
    messages = [
        message
        for place, listed in found.items()
        if place.catalog == "play"
        for messages_of_one in listed.values()
        for message in messages_of_one
    ]
    names = {name: message.key.text for message in messages for name in list_placeholders(message)}
    assert {name: text for name, text in names.items() if name not in PLACEHOLDERS} == {}


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("costs %(n)d cards", True),
        ("at most {most} players", True),
        ("%(n)s rated games", True),
        ("round %(n)d", False),
        ("Keep at least {at_least} of the tickets", False),
    ],
)
def test_a_number_before_a_plural_is_found(text: str, is_found: bool) -> None:
    assert bool(UNCOUNTED.search(text)) is is_found

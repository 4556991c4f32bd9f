"""Reading an email of twice the size takes at most twice the work, counted in steps, not in seconds.

Work inside C libraries is not counted; `tests/inbox/test_reading.py` checks the processor time of the largest emails.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

import engine
from games.presentation import words
from notifications.inbox import acceptance, binding, complaints, digests, identity, orders
from notifications.inbox.orders import Offered
from notifications.inbox.orders import lines as inbox_lines
from notifications.inbox.reports import parser as reports
from notifications.inbox.sender import headers, signatures
from notifications.inbox.site.parser import SiteWords
from tests.inbox.steps import count_steps
from tests.inbox.test_orders import LISTED, MARKET, TURN
from tests.inbox.test_reading import email
from tests.inbox.typed import typed_in

AT_MOST = 2.2
"""The most steps for twice the size, as a multiple."""
NOW = datetime(2026, 3, 2, tzinfo=UTC)
SIGNED = "v=1; a=rsa-sha256; d=mail.example; s=x; c=relaxed/relaxed; h=from:to:subject:date; bh=AAAA; b=AAAA"
TITLES = {game: words.title(game) for game in engine.RULESETS}


def reply(text: str, kind: str = "text/plain; charset=utf-8", **fields: str) -> bytes:
    given = {"DKIM-Signature": SIGNED, "To": "play@night-mail.example", "Date": "Mon, 2 Mar 2026 12:00:00 +0000"}
    return email(text, kind, **given, **fields)


def page(text: str) -> bytes:
    return reply(f"<p>draw red</p>{text}", "text/html; charset=utf-8")


def parts(count: int) -> bytes:
    first = "--b\nContent-Type: text/plain\n\ndraw red\n"
    others = "--b\nContent-Type: text/plain\n\nx\n" * (count - 1)
    return reply(first + others, "multipart/mixed; boundary=b")


SHAPES: dict[str, tuple[Callable[[int], bytes], int]] = {
    "blank lines": (lambda size: reply("draw red\n" + "\n" * size), 40_000),
    "lines with a mark": (lambda size: reply("draw red\n" + ">\n" * size), 9_000),
    "one huge line": (lambda size: reply("draw red\n> " + "x" * size), 190_000),
    "many short parts": (parts, 30),
    "nested quotes": (
        lambda size: reply("draw red\n" + "".join(f"{'> ' * (n % 30)}> a\n" for n in range(size))),
        4_000,
    ),
    "many attributions": (
        lambda size: reply("draw red\n" + "On 2 Mar 2026 at 12:00, Ada <ada@mail.example> wrote:\n> x\n" * size),
        2_000,
    ),
    "elements in elements": (lambda size: page("<div>" * size + "</div>" * size), 140),
    "10,000 links": (
        lambda size: page(f"<blockquote>{'<a href=//x.example/1>1</a> ' * size}</blockquote>"),
        5_000,
    ),
    "a huge header": (lambda size: reply("draw red", **{f"X-{n}": "y" * 400 for n in range(size)}), 140),
    "zero-width characters": (lambda size: reply("draw red" + "\u200b" * size), 60_000),
}
"""By shape: its builder, and the smaller of two sizes; the other is about the largest that is read."""


def read_all(raw: bytes) -> tuple[str, ...]:
    """Read everything that is read of an email by itself, at the door and by the worker, and return what was typed."""
    message = headers.read_email(raw)
    acceptance.key_of(raw)
    identity.key_of(raw)
    identity.is_of_now(message.header, NOW)
    complaints.quoted_senders(raw)
    reports.read(raw)
    assert message.header.author + message.header.subject
    signatures.judge(message, lambda address: False, NOW)
    list(binding.named_addresses(message))
    typed = typed_in(raw)
    return typed.lines


@pytest.mark.long
@pytest.mark.parametrize("name", SHAPES)
def test_twice_as_large_an_email_takes_twice_the_steps(name: str) -> None:
    shape, size = SHAPES[name]
    once, twice = shape(size), shape(2 * size)
    assert read_all(once) == read_all(twice) == ("draw red",)
    assert count_steps(lambda: read_all(twice)) <= AT_MOST * count_steps(lambda: read_all(once))


def offered(rules: str = "usa@1") -> Offered:
    return Offered(TURN, LISTED, engine.RULESETS[rules], date(2026, 3, 2), MARKET)


def read_orders(lines: list[str]) -> None:
    """Read lines as orders for every kind of email: about one game, about several, to the site."""
    for rules in ("usa@1", "card_game@1", "old_west@1"):
        orders.read(lines, offered(rules))
    digests.part(lines, {letter: offered() for letter in "ABC"})
    inbox_lines.read(lines, SiteWords(engine.RULESETS, TITLES))


WORDS = {
    "a route of many words": ("claim", "saint"),
    "cards by their letters": ("claim denver omaha", "b 1"),
    "cards to place": ("place", "b"),
    "tickets": ("keep", "1"),
    "cards to draw": ("draw", "red else"),
    "a city of many words": ("marker", "las"),
    "a proposal": ("propose", "pause"),
    "a day": ("vacation until", "1"),
    "a table": ("new", "daily"),
    "a table with guests": ("new usa with", "a,"),
    "letters of games": ("a1", "b1"),
    "talk": ("what a nice", "day"),
    "words to the table": ("say", "hello"),
    "an order taken back": ("no wait", "please"),
    "a number with words": ("2", "please"),
    "some words of a title": ("omaha", "denver"),
}


@pytest.mark.parametrize("name", WORDS)
def test_twice_as_many_words_take_twice_the_steps(name: str) -> None:
    first, other = WORDS[name]
    once, twice = (f"{first}{f' {other}' * count}" for count in (15, 30))
    read_orders([twice])
    assert count_steps(lambda: read_orders([twice])) <= AT_MOST * count_steps(lambda: read_orders([once]))


@pytest.mark.parametrize("name", WORDS)
def test_twice_as_many_lines_take_twice_the_steps(name: str) -> None:
    line = " ".join(WORDS[name])
    read_orders([line])
    assert count_steps(lambda: read_orders([line] * 80)) <= AT_MOST * count_steps(lambda: read_orders([line] * 40))

"""What catalogs tell translators of a message besides its English: where it stands, and what its placeholders are."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from deploy.catalogs.messages import SourceMessage
from notifications.order_words import ENGLISH

NAMED: Final = re.compile(r"%\((\w+)\)[ds]|\{(\w+)\}")
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "a": "a city",
    "b": "another city",
    "address": "an email address",
    "after": "a number afterwards",
    "all": "letters of tickets",
    "as_of": "the number of an entry",
    "at_least": "a number",
    "author": "an email address",
    "away": "codes",
    "before": "what was before: a player, a number, or a clause about the same player",
    "cap": "a time",
    "card": "one card, as “red” or “a locomotive”",
    "cards": "cards, listed, as “3 red, 1 locomotive”",
    "change": "a number with its sign",
    "cities": "cities, listed",
    "city": "a city",
    "clause": "a clause without its full stop",
    "color": "the color of a card or of a seat, in a word",
    "count": "a number",
    "cup": "the name of a cup",
    "day": "a day, as “1 December”",
    "days": "a number of days",
    "deck": "a number of cards",
    "discard_pile": "a number of cards",
    "emails": "a kind of emails",
    "ends": "two cities",
    "entries": "sentences of the log",
    "example": "an order, as one writes it",
    "examples": "orders, as one writes them",
    "expected": "an order, as one writes it",
    "fact": "a code",
    "fewest": "a number",
    "field": "a name that programs use",
    "fields": "names that programs use",
    "first": "one card, as “red” or “a locomotive”",
    "gain": "points",
    "game": "the name of a game",
    "games": "names of games, listed",
    "given": "what somebody wrote",
    "have": "a number",
    "hours": "a number of hours",
    "id": "a code",
    "kept": "players, each with a number, listed",
    "known": "words that can be written there, listed",
    "league": "the name of a league",
    "least": "a number",
    "left": "a length of time",
    "length": "a number, or a length of time",
    "letter": "the letter of a ticket or a game",
    "letters": "letters of tickets",
    "line": "a line that somebody wrote, or what it scores",
    "lines": "lines that somebody wrote",
    "list": "things, listed",
    "local": "a time",
    "locomotives": "a number of locomotives",
    "loss": "points",
    "month": "a month, as “December 2026”",
    "more": "how many more",
    "most": "the largest number that is possible",
    "move": "a move, as one writes it, or in sentences",
    "n": "a number",
    "name": "the name of a player, or of what the sentence is about",
    "names": "names of players, listed",
    "need": "a number, or a color",
    "next": "a number",
    "number": "a number",
    "offered": "numbers of tickets",
    "offset": "hours before or behind another time",
    "options": "names that programs use",
    "order": "an order, as one writes it",
    "other": "the name of another player",
    "outcome": "how a game ended, a clause",
    "own": "an email address, the reader’s",
    "owner": "the name of a player",
    "owners": "names of players, listed",
    "paid": "cards, listed, as “3 red, 1 locomotive”, or a number",
    "piece": "a piece on the board, as “station”",
    "place": "a number",
    "player": "the name of a player",
    "points": "points",
    "prompt": "what the player is asked, as “take a turn”",
    "question": "what the player is asked, as “take a turn”",
    "rating": "a number",
    "reason": "what points are for, as “ticket Dallas – New York (11)”",
    "round": "the number of a round",
    "route": "a route: two cities, perhaps with its color or kind",
    "routes": "routes, listed",
    "rule": "the number of a rule",
    "rules": "the name of a game’s rules",
    "second": "one card, as “red” or “a locomotive”",
    "seen": "what was seen, clauses",
    "site": "an email address, ours",
    "spaces": "a number of spaces",
    "standing": "how a ticket stands, as “3 spaces to go”",
    "subject": "the subject of an email",
    "text": "what an admin wrote",
    "ticket": "a ticket: two cities and its value",
    "ticket_deck": "a number of tickets",
    "tickets": "tickets, listed: their cities, or their letters",
    "time": "a length of time, or a time of day",
    "told": "a sentence",
    "track": "the number of a track, or a track: its cities, color and spaces",
    "tracks": "tracks, listed or counted",
    "two": "two cards, as “two red”",
    "unknown": "a letter",
    "until": "a time",
    "utc": "a time",
    "verb": "the first word of an order",
    "ways": "a number",
    "what": "what an email is about",
    "when": "a day, a time, or both",
    "why": "a reason, a sentence",
    "words": "what somebody wrote",
    "zone": "a time zone",
    **{name: f"the order “{order}”" for name, order in ENGLISH.items() if name not in {"admin", "number", "always"}},
    "admin": "the order “admin”",
    "always": "the order “yes always”",
}
"""What placeholders stand for, by their names; of one that means several things, all of them."""


def explain(messages: Iterable[SourceMessage]) -> str:
    """Return the comment on a message that stands in these places."""
    places = list(messages)
    own = [message.comment for message in places if message.comment]
    where = [message.where for message in places if message.where]
    names = dict.fromkeys(name for message in places for name in list_placeholders(message))
    return "\n".join(dict.fromkeys([*own, *where[:1], *_explain_placeholders(names)]))


def list_placeholders(message: SourceMessage) -> Iterator[str]:
    """Yield the names of a message's placeholders."""
    for text in (message.key.text, message.plural):
        for match in NAMED.finditer(text):
            yield match[1] or match[2]


def _explain_placeholders(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if name in PLACEHOLDERS:
            yield f"{name}: {PLACEHOLDERS[name]}"

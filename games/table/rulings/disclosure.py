"""The disclosures in entries about to be taken back: kind and amount of what players learned, never the content."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.codec import Json
from engine.history import PositionRestored
from engine.parts.long_tickets import LongTicketsRemoved
from engine.parts.removed_tickets import TicketsTaken
from engine.parts.rounds import LocomotivesGiven, RoundBegan
from engine.parts.scoring import TICKET
from engine.parts.setup import GameStarted
from engine.parts.ticket_completion import CompletionChosen, RoundOver
from engine.parts.tickets import FirstTicketsKept, TicketsKept, TicketsShuffled
from games.logged_entries import PublicEntry
from games.models import Game
from games.table import store

MOVE = "move"
OWN_CHOICE = "0"
"""The place of the first fact of a secret move, which repeats the seat's own choice and tells it nothing new."""

NO_NEWS: Final = frozenset(
    {
        GameStarted.tag,
        PositionRestored.tag,
        TicketsShuffled.tag,
        LongTicketsRemoved.tag,
        RoundOver.tag,
        RoundBegan.tag,
        LocomotivesGiven.tag,
        FirstTicketsKept.tag,
        TicketsKept.tag,
        TicketsTaken.tag,
        CompletionChosen.tag,
    }
)
"""The events from which nobody learns anything: they were expected, or are the reader's own choices."""

TICKETS_SHOWN: Final = "tickets_shown"
"""The news for everybody when tickets are scored, used in place of an event's tag."""


class Learned(NamedTuple):
    """News that a seat (None: everybody) got `times` times, `things` in all. `games.presentation.words` words it."""

    seat: int | None
    fact: str
    times: int
    things: int


def in_entries(game: Game, entries: Iterable[PublicEntry]) -> list[Learned]:
    """Return what seats learned secretly in these entries, and what everybody saw."""
    log = list(entries)
    secretly = store.told_secretly(game, [entry["number"] for entry in log])
    times: Counter[tuple[int | None, str]] = Counter()
    things: Counter[tuple[int | None, str]] = Counter()
    for entry in log:
        for index, event in enumerate(entry["events"]):
            fact = TICKETS_SHOWN if event.get("reason") == TICKET else event["type"]
            for seat in _readers(entry["number"], str(index), {**event}, secretly):
                times[seat, fact] += 1
                things[seat, fact] += _amount({**event})
    order = sorted(times, key=lambda key: (key[0] is not None, key[0] or 0, key[1]))
    return [Learned(seat, fact, times[seat, fact], things[seat, fact]) for seat, fact in order]


def _readers(
    number: int, place: str, event: Json, secretly: Mapping[tuple[int, int], frozenset[str]]
) -> list[int | None]:
    """Return who learned from this fact anything beyond what an open action shows."""
    if event["type"] in NO_NEWS:
        return []
    if "seat" not in event or event.get("reason") == TICKET or "turned_up" in event:
        return [None]
    parts = secretly.get((number, event["seat"]), frozenset())
    if place not in parts or (place == OWN_CHOICE and MOVE in parts):
        return []
    return [event["seat"]]


def _amount(event: Json) -> int:
    counts = [value for name, value in event.items() if name.endswith("_count")]
    return sum(counts) if counts else max(1, len(event.get("turned_up") or event.get("cards", ())))

"""What has happened in a game since a seat's last move, in a few sentences that the seat may read."""

from typing import Final

import engine
from games import store, words
from games.models import Entry, Game, Seat

MOST: Final = 4
"""So many entries are told, the newest of them."""
STANDING: Final = frozenset({"market_filled", "hand_dealt", "first_tickets_dealt", "points_scored"})
"""Facts that are no news to anybody, or that others tell: what scored says so."""


def lately(game: Game, seats: list[Seat], own: int) -> list[str]:
    """The latest sentences, the newest last; none where nobody else has played since."""
    mine = Entry.objects.filter(game=game, seat=own).order_by("-number").values_list("number", flat=True).first()
    rules, called = engine.ruleset(game.ruleset, game.options), {seat.number: _name(seat) for seat in seats}
    told: list[str] = []
    for entry in store.log_for(game, own, after=max(mine or 0, game.head - MOST)):
        facts = [event for event in entry["events"] if event["type"] not in STANDING]
        told += words.tell_all(facts, called.__getitem__, rules.board)
    return told[-MOST:]


def _name(seat: Seat) -> str:
    return seat.player.name if seat.player and not seat.player.erased_at else f"{seat.number + 1}"

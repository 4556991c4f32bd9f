"""What has happened in games since a seat's last move, in a few sentences that the seat may read."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import F, Max

import engine
from engine.parts.market import HandDealt, MarketFilled
from engine.parts.tickets import FirstTicketsDealt
from engine.parts.turns import PointsScored
from games.logged_entries import LoggedEntry
from games.models import Entry, Game, Seat
from games.presentation import words
from games.presentation.words import draws
from games.table import store

MOST: Final = 4
"""How many of the newest entries are reported."""
STANDING: Final = frozenset({MarketFilled.tag, HandDealt.tag, FirstTicketsDealt.tag, PointsScored.tag})
"""Types of events that are not news, or that other events include: those that bring points say so."""


def lately(own: Mapping[Game, int], seats: Mapping[str, Sequence[Seat]]) -> dict[str, list[str]]:
    """Return the latest sentences for each of these games and the reader's seat in it, newest last.

    There are none if nobody else has played since. The number of queries does not depend on the number of games.
    """
    games = {game.pk: game for game in own}
    moved = _find_last_moves(games)
    after: dict[tuple[str, int | None], int] = {
        (game.pk, seat): max(moved.get((game.pk, seat), 0), game.head - MOST) for game, seat in own.items()
    }
    logs = store.Logs(games, after)
    return {game.pk: _tell_entries(game, seats[game.pk], logs.for_seat(game.pk, seat)) for game, seat in own.items()}


def _find_last_moves(games: Mapping[str, Game]) -> dict[tuple[str, int | None], int]:
    """Return the last entry of each seat, if it is among the newest entries that would be reported."""
    newest = Entry.objects.filter(game__in=list(games), number__gt=F("game__head") - MOST).order_by()
    return {
        (row["game_id"], row["seat"]): row["last"]
        for row in newest.values("game_id", "seat").annotate(last=Max("number"))
    }


def _tell_entries(game: Game, seats: Sequence[Seat], entries: Sequence[LoggedEntry]) -> list[str]:
    rules, names = engine.ruleset(game.ruleset, game.options), {seat.number: _name_player(seat) for seat in seats}
    sentences: list[str] = []
    for group in draws.by_turns(entries):
        draw_pair = draws.pair(group)
        if draw_pair:
            sentences.append(draws.tell_two(*draw_pair).speak(None, names.__getitem__).text)
        for entry in group:
            facts = [fact for fact in entry["events"] if fact["type"] not in STANDING and fact not in (draw_pair or ())]
            sentences += words.tell_entry(entry, facts, names.__getitem__, rules.board)
    return sentences[-MOST:]


def _name_player(seat: Seat) -> str:
    return seat.player.display_name if seat.player and not seat.player.erased_at else f"{seat.number + 1}"

"""The tables of many games, in a constant number of statements."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from engine.codec import Json
from games.api.games.game import TableRows, game_row
from games.lobby.visible import name_clubs
from games.models import Game, Player, Seat, Turn
from games.people import reliability
from games.people.reliability import Reliability
from games.table import store

POSITION: Final = "position"
"""What a list can include of each game."""


def read_tables(games: Collection[str], reader: Player | None) -> dict[str, TableRows]:
    """Return the tables of these games by id, for one reader (None: anyone), in two statements."""
    seats, turns = defaultdict[str, list[Seat]](list), defaultdict[str, list[Turn]](list)
    for seat in Seat.objects.filter(game__in=games).select_related("player").order_by("number"):
        seats[seat.game_id].append(seat)
    for turn in Turn.objects.filter(game__in=games, closed_at=None).order_by("seat"):
        turns[turn.game_id].append(turn)
    return {key: TableRows(seats[key], turns[key], _own_seat(seats[key], reader)) for key in games}


def list_rows(games: Sequence[Game], reader: Player | None, now: datetime) -> list[Json]:
    """Return these games as lists show them: of each what `get_game` tells this reader."""
    name_clubs(reader, games)
    tables = read_tables([game.pk for game in games], reader)
    reliabilities = _read_reliabilities([tables[game.pk] for game in games if game.status == Game.Status.OPEN], now)
    unknown: dict[str, Reliability] = {}
    return [
        game_row(game, tables[game.pk], reliabilities if game.status == Game.Status.OPEN else unknown) for game in games
    ]


def list_rows_with_positions(games: Sequence[Game], reader: Player | None, now: datetime) -> list[Json]:
    """Return what `list_rows` does, each with the position as its reader may see it.

    The games must come with their secrets, so that a position is of the same entry as its row.
    """
    rows = list_rows(games, reader, now)
    views = store.views_for_seats((game, row["your_seat"]) for game, row in zip(games, rows, strict=True) if game.head)
    return [row | {POSITION: views.get(row["id"])} for row in rows]


def _read_reliabilities(tables: Sequence[TableRows], now: datetime) -> dict[str, Reliability]:
    people = {seat.player_id for table in tables for seat in table.seats if seat.player_id}
    return reliability.reliability_of(people, now) if people else {}


def _own_seat(seats: Sequence[Seat], reader: Player | None) -> int | None:
    return next((seat.number for seat in seats if reader and seat.player_id == reader.pk), None)

"""Stand-ins: house players who hold seats that nobody else has, and the sweep that answers for them.

A house player is a row like any player, one for each seat of a game that needs one. It sees only what its seat sees.
Any number of workers may play at the same time: each locks a game, checks again, and answers what is still open.
"""

from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

import engine
from games.kinds import EntryKind
from games.models import Game, Player, Seat, Turn
from games.table import store
from games.table.play import due_work, log_entries
from games.table.play.batches import Batches, nothing
from games.table.play.sweeps import DueRow, in_play, is_halted, run_guarded

NAME: Final = "Stand-in"
MOST_IN_A_ROW: Final = 200
"""The maximum number of moves in one transaction when stand-ins play against each other; the next sweep continues."""


def free_for(game: Game) -> Player:
    """Return a house player who has no seat in the game; if there is none, a new, unsaved one."""
    seated = Exists(Seat.objects.filter(game=game, player=OuterRef("pk")))
    free = Player.objects.filter(~seated, kind=Player.Kind.HOUSE, is_active=True).order_by("date_joined", "id").first()
    return free or Player(name=_free_name(), kind=Player.Kind.HOUSE, email=None)


def _free_name() -> str:
    taken_names = {
        name.lower() for name in Player.objects.filter(name__istartswith=NAME).values_list("name", flat=True)
    }
    names = (NAME if number == 1 else f"{NAME} {number}" for number in range(1, len(taken_names) + 2))
    return next(name for name in names if name.lower() not in taken_names)


def play_due(*, now: datetime) -> int:
    """Answer all questions to house players; return the number of moves.

    Paused games wait, and so do games in which only stand-ins are left.
    """
    return STAND_INS.run(now) if due_work.is_due(STAND_INS, now) else 0


def _waiting_turns(now: datetime) -> QuerySet[Turn]:
    """Return one turn for each game that waits for a house player."""
    house_seats = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), player__kind=Player.Kind.HOUSE)
    waiting = Turn.objects.filter(in_play(now, "game__"), closed_at=None, game__closes_at=None)
    return waiting.filter(Exists(house_seats)).distinct()


def play_game(*, game_id: str, now: datetime) -> int:
    """Answer for house players in this game until somebody else is asked; return the number of moves."""
    return STAND_INS.one(DueRow(game_id, game_id), now)


def _play_on(held_game: store.HeldGame, _key: str, now: datetime, _nothing: None) -> int:
    if is_halted(held_game.game) or held_game.game.closes_at is not None:
        return 0
    table = held_game.table
    for played in range(MOST_IN_A_ROW):
        seat = _find_asked_seat(table)
        if seat is None:
            return played
        _play(table, seat, now)
    return MOST_IN_A_ROW


def play_seat(table: store.LoadedGame, number: int, now: datetime) -> None:
    """Answer what this seat, which a house player holds, is asked now; the table is locked."""
    for _ in range(MOST_IN_A_ROW):
        if table.state.over or table.state.prompt_of(number) is None:
            return
        _play(table, table.seats[number], now)


def _find_asked_seat(table: store.LoadedGame) -> Seat | None:
    """Return a house player's seat with an open question, or None."""
    for prompt in table.state.prompts:
        seat: Seat = table.seats[prompt.seat]
        if seat.of_house:
            return seat
    return None


def _play(table: store.LoadedGame, seat: Seat, now: datetime) -> None:
    prompt = table.state.question_to(seat.number).id
    log_entries.decide(
        table, kind=EntryKind.STAND_IN, seat=seat.number, move=chosen(table, seat), now=now, prompt=prompt
    )
    if seat.timeouts_in_a_row:
        seat.timeouts_in_a_row = 0
        store.save([seat], "timeouts_in_a_row", game=seat.game_id)


def chosen(table: store.LoadedGame, seat: Seat) -> engine.Move:
    """Return the stand-in's move for the seat, based on what the seat may know."""
    state, number = table.state, seat.number
    return engine.stand_in.choose(state.rules, engine.view(state, number), engine.options(state, number))


def play_at(game_id: str, now: datetime) -> int:
    """Run `play_game` as the sweep does, putting aside a game that raises."""
    return run_guarded(STAND_INS.name, DueRow(game_id, game_id), partial(play_game, game_id=game_id, now=now), now)


STAND_INS: Final = Batches(name="stand_in", due=_waiting_turns, read=nothing, act=_play_on, key="game_id")

"""The context of a ruling, and the change that it is about to make."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

import engine
from engine import rulings
from engine.codec import Json
from games.errors import NotFound, Refused, Unprocessable
from games.kinds import EntryKind, RulingKind
from games.logged_entries import PublicEntry
from games.models import Game, Player, Seat, Turn
from games.table import store
from games.table.clocks.mapping import Earlier
from games.table.clocks.turns import Account, Due
from games.table.play import log_entries
from games.table.play.participation import Course
from games.table.play.participation import course as course_of
from games.table.rulings.commands import Order


@dataclass
class RulingContext:
    """A game with its position, at an instant. `undoes` is the entry of the ruling to be undone, if any."""

    table: store.LoadedGame
    now: datetime
    undoes: int | None = None

    @property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def log(self) -> list[PublicEntry]:
        """The log as everybody may read it."""
        return store.public_log(self.game)

    @cached_property
    def course(self) -> Course:
        """The facts that the log records besides the position."""
        return course_of(self.log)

    @cached_property
    def turns(self) -> list[Turn]:
        return self.table.turns

    @cached_property
    def line(self) -> list[int]:
        """The numbers of the entries that lead to the position."""
        return self.course.line(self.game.head)

    def ruled(self, entry: int) -> PublicEntry:
        """Return the public part of this entry, a ruling that is still in force.

        Raises NotFound if it is not a ruling, Refused if another ruling has undone it or taken it back.
        """
        ruling_entry = next(
            (public for public in self.log if public["number"] == entry and public["kind"] == EntryKind.RULED), None
        )
        if ruling_entry is None:
            raise NotFound("not_a_ruling", entry=entry)
        if entry in self.course.undone:
            raise Refused("already_undone", entry=entry)
        if RulingKind(ruling_entry["ruling"]).rewinds and entry not in self.line:
            raise Refused("nothing_to_undo")
        return ruling_entry

    def position(self, number: int) -> engine.State:
        """Return the position after an entry."""
        return store.replayed(self.game, number)

    def seat(self, number: int) -> Seat:
        """Return the seat with this number. Raises Unprocessable if there is none."""
        if type(number) is not int or number not in range(self.game.seats_wanted):
            raise Unprocessable("no_such_seat", seats=self.game.seats_wanted)
        return self.table.seats[number]

    def running(self) -> None:
        """Raise Refused unless the game is running."""
        if self.game.status != Game.Status.RUNNING:
            raise Refused("game_not_running", game_status=self.game.status)


@dataclass
class Change:
    """The change that an order makes.

    `facts` are recorded in the log; `move` is decided like any move of `seat`. `holders` are new players of seats (a
    house player may not be saved yet), `deadlines` the new ones of open prompts, `earlier` the earlier ones of prompts
    that seats are asked again, `accounts` those of seats' clocks, `pauses` the remaining reasons, if they change,
    `talk_open` whether spectators may join in the talk, if that changes. `kept` is stored instead of the order if the
    order may reveal a secret.
    """

    facts: Json = field(default_factory=dict)
    seat: int | None = None
    move: engine.Move | None = None
    holders: Mapping[int, Player] = field(default_factory=dict)
    deadlines: Mapping[str, Due] = field(default_factory=dict)
    earlier: Mapping[int, Earlier] = field(default_factory=dict)
    accounts: Mapping[int, Account] = field(default_factory=dict)
    pauses: list[str] | None = None
    talk_open: bool | None = None
    kept: Json = field(default_factory=dict)

    def decided(self, context: RulingContext, facts: Json, chance: engine.Chance) -> engine.Decision:
        """Return the engine's decision, which the log will record with these facts."""
        state, number = context.table.state, context.game.head + 1
        if self.move is not None and self.seat is not None:
            return log_entries.decided(context.table, self.seat, self.move, chance)
        return rulings.ruled(facts, state, context.position, chance, number)


class Handler(NamedTuple):
    """The functions that carry out and undo one kind of order.

    `prepare` checks whether the order is possible and returns its change. `opposite` returns the order that undoes such
    a ruling, given its entry in the log; both raise Refused, NotFound or Unprocessable.
    """

    order: type[Order]
    prepare: Callable[[RulingContext, Any], Change]
    opposite: Callable[[Game, PublicEntry], Order]

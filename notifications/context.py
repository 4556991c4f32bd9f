"""The part of a game that an email's reader may see: the view of their seat, and nothing more."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

import engine
from engine.boards import Board
from engine.errors import EngineError
from games.logged_entries import LoggedEntry
from games.models import Game, Player, Seat, TalkLine, Turn
from games.presentation.prospects import deeds, ticket_status
from games.presentation.prospects.claims import Claims
from games.presentation.prospects.ways import Land
from games.presentation.scoring.final_score import FinalScore
from games.table import store
from games.table.plans import own_plan
from games.table.play.plan_times import PlanInForce
from notifications.models import Absence
from notifications.pictures import Illustration

LATEST: Final = 60
"""The most entries that an email reports; the log has the rest."""


@dataclass(frozen=True)
class Context:
    """A game as one seat sees it.

    `turn` is the seat's open turn, and `late` are others' turns in their grace period; `own_last_move` is the number of
    the seat's last own entry; `plan` says whether the reader has a plan in force; `note` is the reader's private note
    about the game. `asked` are the open turns of all seats. `founders` reads the seats as they were at the
    game's beginning.

    `table` reads the position; `news` reads the latest entries since the seat's own last move, and `log` the latest
    entries of all, both as the seat may read them; `said` reads table talk by others that is new to the reader, and
    `absences` the players' notices of absence. `picture` draws the board with these tracks highlighted, and `film` a
    finished game, if wanted; `final_score` is how a game that is over was scored.
    """

    reader: Player
    now: datetime
    game: Game
    seat: int
    seats: Mapping[int, Seat]
    founders: Callable[[], Sequence[Seat]]
    turn: Turn | None
    plan: PlanInForce | None
    note: str
    own_last_move: int
    late: Sequence[Turn]
    asked: Sequence[Turn]
    table: Callable[[], store.LoadedGame]
    news: Callable[[], list[LoggedEntry]]
    log: Callable[[], list[LoggedEntry]]
    said: Callable[[], Sequence[TalkLine]]
    absences: Callable[[], Sequence[Absence]]
    picture: Callable[[Sequence[str]], Illustration | None]
    film: Callable[[], Illustration | None]
    final_score: Callable[[], FinalScore]

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return self.seats[seat].display_name

    @cached_property
    def rules(self) -> engine.Ruleset:
        """The rules of the game."""
        return engine.ruleset(self.game.ruleset, self.game.options)

    @property
    def board(self) -> Board:
        """The board of the game: cities, routes and tickets."""
        return self.rules.board

    @cached_property
    def land(self) -> Land | None:
        """The board as seen from the seat; None in a game without a map."""
        return ticket_status.land_of(self)

    @cached_property
    def claims(self) -> Claims | None:
        """The routes that the reader can claim; None in a game without a map."""
        return Claims(self, self.land) if self.land else None

    @cached_property
    def latest(self) -> list[LoggedEntry]:
        """The entries since the seat's own last move, read once."""
        return self.news()

    @cached_property
    def view(self) -> engine.View:
        """What the seat may know of the position, as the engine shows it."""
        return engine.view(self._state, self.seat)

    @cached_property
    def options(self) -> engine.Options:
        """The legal answers of the seat to its open question; of payments that are too many, the sensible ones."""
        return self._all_options.suggested

    @property
    def has_more_options(self) -> bool:
        """Whether there are more legal answers than `options` has."""
        return len(self._all_options) > len(self.options)

    @cached_property
    def _all_options(self) -> engine.Options:
        return engine.options(self._state, self.seat)

    def describe(self, move: engine.Move) -> str:
        """Return one of the seat's moves in words; in notation if there are no words for it."""
        return deeds.name(self.rules, move)

    @property
    def default(self) -> engine.Move:
        """The move that will be played for the seat when its time runs out; only while it has an open question."""
        return engine.default_move(self._state, self.seat)

    @cached_property
    def prompt(self) -> engine.PromptView | None:
        """The prompt that the seat must answer; None if there is none."""
        return next((prompt for prompt in self.view["prompts"] if prompt["seat"] == self.seat), None)

    @cached_property
    def standings(self) -> list[engine.Standing]:
        """The result, the best first. It includes points of tickets, so it is only for games that are over."""
        if not self._state.over:
            raise ValueError("the game is not over")
        return sorted(engine.standings(self._state), key=lambda row: (row.rank or 0, row.seat))

    @property
    def plan_stopped(self) -> EngineError | None:
        """The error that stopped the reader's plan, if any; `order` in its detail is the line at fault, or None."""
        return own_plan.why_stopped(game_id=self.game.pk, seat=self.seat, player_id=self.reader.pk)

    @property
    def is_long(self) -> bool:
        """True if more has happened since the seat's own last move than an email reports."""
        return self.game.head - self.own_last_move > LATEST

    @cached_property
    def _state(self) -> engine.State:
        return self.table().state

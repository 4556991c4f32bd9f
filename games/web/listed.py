"""Games in lists on pages, each with only the data that its reader needs there."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.urls import reverse

from games.models import Game, Player, Seat, Turn
from games.presentation import words
from games.presentation.words.lists import listed
from games.web import news
from games.web.clocks import each_move
from games.web.when import Left, day_and_time, left


@dataclass(frozen=True)
class ListedSeat:
    """A seat of a table that is forming; its name is empty if the seat is free."""

    name: str = ""
    stand_in: bool = False


UNRANKED: Final = (Game.Status.VOID, Game.Status.ABANDONED, Game.Status.CLOSED)


@dataclass(frozen=True)
class ListedGame:
    """A game in a list: its title, ruleset, clock and seats."""

    game: Game
    seats: list[Seat]
    new_lines: int = field(default=0, kw_only=True)
    """How many lines of the game's talk are new to the reader."""
    asks: bool = field(default=False, kw_only=True)
    """Whether the game has a proposal that the reader could answer."""

    @property
    def title(self) -> str:
        return words.game_name(self.game)

    @property
    def rules(self) -> str:
        return words.rules(self.game.ruleset, self.game.options)

    @property
    def pace(self) -> str:
        return each_move(self.game.time_per_move)

    @property
    def players(self) -> str:
        return listed(seat.player.display_name for seat in self.seats if seat.player)

    @property
    def places(self) -> list[ListedSeat]:
        """Return all seats, the free ones last."""
        taken_places = [_build_place(seat) for seat in self.seats]
        return taken_places + [ListedSeat()] * (self.game.seats_wanted - len(taken_places))

    @property
    def unranked(self) -> bool:
        """Check whether the game is over without a result."""
        return self.game.status in UNRANKED

    @property
    def winners(self) -> list[Player]:
        """Return the players who came first, once the game is over."""
        return [seat.player for seat in self.seats if seat.rank == 1 and seat.player]

    @property
    def free(self) -> int:
        return self.game.seats_wanted - len(self.seats)

    @property
    def path(self) -> str:
        """Return the path of the game's page: the waiting room while the table is forming, else the table."""
        if self.game.status in (Game.Status.OPEN, Game.Status.CLOSED):
            return reverse("waiting-room", args=[self.game.pk])
        return reverse("table", args=[self.game.pk])


@dataclass(frozen=True)
class AwaitedGame(ListedGame):
    """A running game: whose turn it is, how much time they have, how many are asked, and news for the reader."""

    turn: Turn
    time_left: Left
    due: str
    late: bool
    asked: int
    news: list[str] = field(default_factory=list)

    @property
    def question(self) -> str:
        return words.question(self.turn.kind)

    @property
    def by(self) -> str:
        """Return the name of the player whom the game waits for."""
        return next(
            (seat.player.display_name for seat in self.seats if seat.number == self.turn.seat and seat.player), ""
        )


def _build_place(seat: Seat) -> ListedSeat:
    return ListedSeat(
        seat.player.display_name if seat.player else "", bool(seat.player and seat.player.kind == Player.Kind.HOUSE)
    )


def with_seats(games: Iterable[Game]) -> list[ListedGame]:
    """Return the games as listed, with all seats read in one query."""
    rows = list(games)
    seats = seats_of(rows)
    return [ListedGame(game, seats[game.pk]) for game in rows]


def seats_of(games: Iterable[Game]) -> dict[str, list[Seat]]:
    """Return the seats of each game, in order."""
    seats_by_game: dict[str, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats_by_game).select_related("player").order_by("game", "number"):
        seats_by_game[seat.game_id].append(seat)
    return seats_by_game


def awaited(games: Iterable[Game], reader: Player, now: datetime, *, own: bool) -> list[AwaitedGame]:
    """Return running games, each with its most urgent question: the reader's (`own`, with news), or anybody's."""
    rows = list(games)
    seats, turns = seats_of(rows), _list_turns(rows)
    at = {game: _find_seat(reader, seats[game.pk]) for game in rows}
    next_turns = {
        game: next((turn for turn in turns.get(game.pk, []) if not own or turn.seat == at[game]), None) for game in rows
    }
    sentences = news.lately(
        {game: seat for game, seat in at.items() if own and next_turns[game] and seat is not None}, seats
    )
    return [
        _build_awaited(
            ListedGame(game, seats[game.pk]), turn, reader, now, len(turns[game.pk]), sentences.get(game.pk, [])
        )
        for game, turn in next_turns.items()
        if turn is not None
    ]


def _find_seat(player: Player, seats: Iterable[Seat]) -> int | None:
    return next((seat.number for seat in seats if seat.player_id == player.pk), None)


def _build_awaited(
    listed: ListedGame, turn: Turn, reader: Player, now: datetime, asked: int, told: list[str]
) -> AwaitedGame:
    late = turn.deadline_at <= now
    until = turn.expires_at if late else turn.deadline_at
    due = day_and_time(until, reader.time_zone, now)
    return AwaitedGame(
        listed.game, listed.seats, turn=turn, time_left=left(until, now), due=due, late=late, asked=asked, news=told
    )


def _list_turns(games: list[Game]) -> dict[str, list[Turn]]:
    """Return the open questions of each game, most urgent first."""
    turns_by_game: dict[str, list[Turn]] = {}
    for turn in Turn.objects.filter(game__in=games, closed_at=None).order_by("deadline_at", "seat"):
        turns_by_game.setdefault(turn.game_id, []).append(turn)
    return turns_by_game

"""The games of a batch of emails, as each reader's seat sees them.

The numbers of the games' last entries are read first, so that `outbox.queue.take` detects if anything in an email was
overtaken while it was written; then it is written again.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from typing import Final

from django.conf import settings
from django.db.models import F, Max

import engine
from games.email_addresses import comparison_key
from games.lobby import departures, notes
from games.logged_entries import LoggedEntry
from games.models import Entry, Game, Seat, TalkLine, Turn
from games.presentation.pictures.of_games import GamePicture
from games.presentation.replay import timeline
from games.presentation.scoring.final_score import FinalScore, final_score
from games.ratings.changes import changes_of
from games.table import store
from games.table.play import plan_times
from games.table.talk import talk_lines
from notifications import absences, pictures
from notifications.batch.clubs import Clubs
from notifications.batch.competitions import Competitions
from notifications.batch.decisions import Decisions
from notifications.batch.founders import PLAYERS_AT_START, seats_at_start, with_first_entry
from notifications.batch.free_seats import FreeSeats
from notifications.context import LATEST, Context
from notifications.models import Absence, DeadAddress, Habits, Mail, Notification
from notifications.pictures import DrawingTime

OWN_MOVE = "move"
TURN_EMAILS: Final = ("your_turn", "reminder", "time_is_over", "plan_stopped", "plan_waits", "email_answered", "nudge")
"""The kinds of notifications whose emails include new table talk."""
ALWAYS_WITH_TALK: Final = frozenset(TURN_EMAILS) - {"email_answered"}


class Batch:
    """The rows that the emails for these notifications need, each with its player, read for all of them at once.

    `readers`: those whose addresses may be dead. What few emails are about stands apart, by subject.
    """

    def __init__(
        self,
        notifications: Sequence[Notification],
        now: datetime,
        drawing_time: DrawingTime,
        readers: Collection[str | None] = (),
    ) -> None:
        self._readers = readers
        self._drawing_time = drawing_time
        self.now = now
        self.told = notifications
        self._game_ids = {notification.game_id for notification in self.told if notification.game_id is not None}
        rows = with_first_entry(Game.objects.filter(pk__in=self._game_ids)).values_list("pk", "head", PLAYERS_AT_START)
        self._heads, self._founders = {}, {}
        for game_id, head, founders in rows:
            self._heads[game_id], self._founders[game_id] = head, founders
        self._tables: dict[str, store.LoadedGame] = {}
        self._final_scores: dict[str, FinalScore] = {}
        self._stand_ins: dict[tuple[str, str], Seat | None] = {}
        self.competitions = Competitions(notifications, lambda: self._games)
        self.clubs = Clubs(notifications)
        self.decisions = Decisions(notifications, self._game_ids)
        self.free_seats = FreeSeats(self._game_ids)

    def game(self, game_id: str) -> Game:
        """Return the game's row."""
        return self._games[game_id]

    def table(self, game_id: str) -> store.LoadedGame:
        """Return the game with its position."""
        if game_id not in self._tables:
            self._tables[game_id] = store.load(self.game(game_id))
        return self._tables[game_id]

    def news(self, game_id: str, seat: int) -> list[LoggedEntry]:
        """Return the latest entries since the seat's own last move, as the seat may read them."""
        return self._logs.for_seat(game_id, seat)

    def stand_in_of(self, notification: Notification) -> Seat | None:
        """Return the seat in which a stand-in plays for the reader, or did so to the end; None if there is none."""
        place = notification.of_game, notification.player_id
        if place not in self._stand_ins:
            seats = self.seats[notification.of_game].values()
            seat = departures.stand_in_of(self.game(notification.of_game), seats, notification.player)
            self._stand_ins[place] = seat
        return self._stand_ins[place]

    def head(self, game_id: str | None) -> int | None:
        """Return the game's last entry as of before anything else was read; None if there is no game."""
        return None if game_id is None else self._heads[game_id]

    def context(self, notification: Notification) -> Context:
        """Return a notification's game as its reader's seat sees it."""
        assert notification.seat is not None
        place = notification.of_game, notification.seat
        return Context(
            reader=notification.player,
            now=self.now,
            game=self.game(notification.of_game),
            seat=notification.seat,
            seats=self.seats[notification.of_game],
            founders=lambda: self.seats_at_start.get(notification.of_game, ()),
            turn=self.turns.get(place),
            plan=self.plans.get((notification.of_game, notification.player_id)),
            note=self._notes.get((notification.of_game, notification.player_id), ""),
            late=self._late(*place),
            asked=self._open_turns(notification.of_game),
            own_last_move=self._own_last_moves.get(place, 0),
            table=partial(self.table, notification.of_game),
            news=partial(self.news, *place),
            log=partial(self._log, *place),
            said=partial(self._unread_talk, notification.of_game, notification.player_id),
            absences=partial(self.absences, notification.of_game),
            picture=partial(self._picture, notification),
            film=partial(self._film, notification),
            final_score=partial(self.final_score, notification.of_game),
        )

    def final_score(self, game_id: str) -> FinalScore:
        """Return how the game was scored, computed once for all its readers."""
        if game_id not in self._final_scores:
            game, seats = self.game(game_id), [seat for _, seat in sorted(self.seats[game_id].items())]
            line = timeline.make(len(seats), store.log_for(game, None))
            scorings = engine.final_scoring(self.table(game_id).state)
            self._final_scores[game_id] = final_score(seats, scorings, line, changes_of(game))
        return self._final_scores[game_id]

    def _picture(self, notification: Notification, lit: Sequence[str]) -> pictures.Illustration | None:
        """Draw the board for a notification's email, with these tracks lit, if its reader and the operator agree."""
        if not self._is_illustrated(notification) or not notification.mail:
            return None
        board = replace(self._board(notification), lit=tuple(lit))
        return pictures.illustration(board, f"board.{notification.mail.token}", self._drawing_time)

    def _film(self, notification: Notification) -> pictures.Illustration | None:
        """Draw the film of the notification's finished game, unless its reader or the operator wants none."""
        ended = self.game(notification.of_game).ended_at is not None
        if not ended or not self._is_illustrated(notification) or not notification.mail:
            return None
        return pictures.moving(self.game(notification.of_game), f"film.{notification.mail.token}", self._drawing_time)

    def _is_illustrated(self, notification: Notification) -> bool:
        return settings.EMAIL_PICTURES and notification.player_id not in self._without_pictures

    def _board(self, notification: Notification) -> GamePicture:
        seats = [seat for _, seat in sorted(self.seats[notification.of_game].items())]
        return GamePicture.asked(self.game(notification.of_game), seats, notification.seat, pictures.WAY)

    def _log(self, game_id: str, seat: int) -> list[LoggedEntry]:
        """Return the latest entries, as the seat may read them."""
        game = self.game(game_id)
        return store.log_for(game, seat, after=max(0, game.head - LATEST))

    def _unread_talk(self, game_id: str, player_id: str) -> list[TalkLine]:
        """Return talk by others that the reader has not read on a page, nor in an earlier email about a turn."""
        lines = self._new_lines.get((game_id, player_id), [])
        since = self._last_told.get((game_id, player_id)) if lines else None
        return [line for line in lines if since is None or line.said_at > since]

    def _open_turns(self, game_id: str) -> list[Turn]:
        """Return the open turns of a game, by seat."""
        return [turn for seat in sorted(self.seats[game_id]) if (turn := self.turns.get((game_id, seat))) is not None]

    def _late(self, game_id: str, reader: int) -> list[Turn]:
        """Return the turns of others whose grace period is running."""
        others = [self.turns.get((game_id, seat)) for seat in self.seats[game_id] if seat != reader]
        return [turn for turn in others if turn is not None and turn.announced_at is not None]

    def is_dead(self, mail: Mail, address: str) -> bool:
        """Check whether this is the player's address, and a server has permanently refused it."""
        return comparison_key(self._dead.get(mail.player_id, "")) == comparison_key(address)

    @cached_property
    def _games(self) -> dict[str, Game]:
        return store.read_many(self._game_ids)

    @cached_property
    def _logs(self) -> store.Logs:
        """The latest entries that any of the emails could report."""
        places = {
            (notification.of_game, notification.seat) for notification in self.told if notification.seat is not None
        }
        moved = self._own_last_moves
        return store.Logs(
            self._games,
            {place: max(moved.get(place, 0), self.game(place[0]).head - LATEST) for place in places},
        )

    @cached_property
    def seats(self) -> dict[str, dict[int, Seat]]:
        """Every seat of the games, by game and number."""
        by_game: defaultdict[str, dict[int, Seat]] = defaultdict(dict)
        for seat in Seat.objects.filter(game__in=self._game_ids).select_related("player"):
            by_game[seat.game_id][seat.number] = seat
        return by_game

    @cached_property
    def seats_at_start(self) -> dict[str, list[Seat]]:
        """The seats of games without a name, each with the player that it had when its game began."""
        unnamed = {game: list(seats.values()) for game, seats in self.seats.items() if not self.game(game).name}
        return seats_at_start(unnamed, self._founders)

    @cached_property
    def _without_pictures(self) -> set[str]:
        """The readers who want no pictures."""
        readers = {notification.player_id for notification in self.told}
        return set(Habits.objects.filter(player__in=readers, pictures=False).values_list("player_id", flat=True))

    @cached_property
    def _absences(self) -> dict[str, Absence]:
        """The notices of absence of these games' players, by player."""
        seated = {seat.player_id for seats in self.seats.values() for seat in seats.values()}
        return absences.of_players(filter(None, seated), self.now)

    def absences(self, game_id: str) -> list[Absence]:
        """Return the notices of absence at this table, in the order of the seats."""
        by_player = self._absences
        seats = [seat for _, seat in sorted(self.seats[game_id].items())]
        return [by_player[seat.player_id] for seat in seats if seat.player_id in by_player]

    @cached_property
    def turns(self) -> dict[tuple[str, int], Turn]:
        """The open turns of the games, by game and seat."""
        return {
            (turn.game_id, turn.seat): turn for turn in Turn.objects.filter(game__in=self._game_ids, closed_at=None)
        }

    @cached_property
    def plans(self) -> dict[tuple[str, str], plan_times.PlanInForce]:
        """The plans in force, by game and player."""
        return plan_times.standing(self._game_ids)

    @cached_property
    def _notes(self) -> dict[tuple[str, str], str]:
        """The private notes of readers, by game and player."""
        return notes.texts(self._game_ids, {notification.player_id for notification in self.told})

    @cached_property
    def _own_last_moves(self) -> dict[tuple[str, int], int]:
        """Each seat's own last move, if it is among the latest entries that an email could report."""
        moves = Entry.objects.filter(game__in=self._game_ids, kind=OWN_MOVE, number__gt=F("game__head") - LATEST)
        last = moves.order_by().values("game_id", "seat").annotate(last=Max("number"))
        return {(row["game_id"], row["seat"]): row["last"] for row in last if row["seat"] is not None}

    @cached_property
    def _new_lines(self) -> dict[tuple[str, str], list[TalkLine]]:
        """Talk that is new to readers, by game and player; without a query if there is none."""
        of_games = [notification for notification in self.told if notification.game_id is not None]
        read = {
            (notification.of_game, seat.player_id): seat.lines_read
            for notification in of_games
            for seat in self._seats_of(notification)
        }
        games = {game for (game, _), number in read.items() if number < self._games[game].lines}
        return talk_lines.new(games, {notification.player_id for notification in self.told}) if games else {}

    def _seats_of(self, notification: Notification) -> list[Seat]:
        """Return the reader's seat; none if the reader no longer has it."""
        seats = self.seats[notification.of_game].values()
        return [seat for seat in seats if seat.player_id == notification.player_id]

    @cached_property
    def _last_told(self) -> dict[tuple[str, str], datetime]:
        """When the last email that was sent to each reader and certainly has talk was begun, by game and player.

        Lines said since then may be told twice. Whoever plays by email alone has read nothing else, so that a move
        does not count, nor does an answer, which shows a turn only to whoever has one.
        """
        emails = Notification.objects.filter(
            game__in=self._game_ids, kind__in=ALWAYS_WITH_TALK, mail__state=Mail.State.SENT, mail__game=F("game")
        )
        sent = emails.order_by().values("game_id", "player_id").annotate(last=Max("mail__created_at"))
        return {(row["game_id"], row["player_id"]): row["last"] for row in sent}

    @cached_property
    def _dead(self) -> dict[str | None, str]:
        return dict(DeadAddress.objects.filter(player__in=self._readers).values_list("player_id", "address"))

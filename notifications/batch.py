"""Everything that a batch of emails needs, read in as many queries as for one email.

The numbers of the games' last entries are read first, so that `outbox.queue.take` detects if anything in an email was
overtaken while it was written; then it is written again.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, Max, OuterRef, Q

from games.competitions.cups import course
from games.competitions.cups.course import CupCourse
from games.competitions.leagues import tables
from games.competitions.leagues.tables import DivisionTable, PlaceStanding
from games.email_addresses import comparison_key
from games.lobby import notes
from games.logged_entries import LoggedEntry
from games.models import (
    Block,
    Cup,
    CupGame,
    Dispute,
    DisputeComment,
    Entry,
    Game,
    Invitation,
    LeagueGame,
    LeagueSeason,
    Proposal,
    Ruling,
    Seat,
    SeatOffer,
    SeriesGame,
    TalkLine,
    Turn,
)
from games.people import audit
from games.presentation.pictures.of_games import GamePicture
from games.table import store
from games.table.play import plan_times
from games.table.talk import talk_lines
from notifications import absences, pictures
from notifications.context import LATEST, Context
from notifications.models import Absence, DeadAddress, Habits, Mail, Notification
from notifications.pictures import DrawingTime

OWN_MOVE = "move"
TURN_EMAILS: Final = ("your_turn", "reminder", "time_is_over", "plan_stopped", "plan_waits", "email_answered", "nudge")
"""The kinds of notifications whose emails include new table talk."""


class Batch:
    """The rows that the emails for these notifications need, each with its player, read for all of them at once.

    `readers` are the players whose addresses may be dead.
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
        self._heads = dict(Game.objects.filter(pk__in=self._game_ids).values_list("pk", "head"))
        self._tables: dict[str, store.LoadedGame] = {}
        self._standings: dict[int, Mapping[str, tuple[DivisionTable, PlaceStanding]]] = {}

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
        )

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
        """Return talk by others that the reader has not read, since the reader's last move or email."""
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
    def in_series(self) -> dict[str, SeriesGame]:
        """The places of games in series, by game."""
        places = SeriesGame.objects.select_related("series").filter(game__in=self._game_ids)
        return {place.game_id: place for place in places if place.game_id}

    @cached_property
    def seasons(self) -> dict[int, LeagueSeason]:
        """The seasons of leagues that the emails are about."""
        ids = {notification.season_id for notification in self.told if notification.season_id is not None}
        return LeagueSeason.objects.select_related("league__host").in_bulk(list(ids)) if ids else {}

    def place_in(self, season: int, player: str) -> tuple[DivisionTable, PlaceStanding] | None:
        """Return the division in which the player has a place, and their line in its standings."""
        return self._places(season).get(player)

    def _places(self, season: int) -> Mapping[str, tuple[DivisionTable, PlaceStanding]]:
        if season not in self._standings:
            divisions = tables.division_tables(self.seasons[season])
            self._standings[season] = {
                standing.place.player_id: (table, standing)
                for table in divisions
                for standing in table.standings
                if standing.place.player_id
            }
        return self._standings[season]

    def next_season(self, season: LeagueSeason) -> LeagueSeason | None:
        """Return the season planned after this one; None if there is none, or the league is closed."""
        return self._following.get((season.league_id, season.number + 1))

    @cached_property
    def _following(self) -> dict[tuple[str, int], LeagueSeason]:
        leagues = {season.league_id for season in self.seasons.values()}
        planned = LeagueSeason.objects.filter(league__in=leagues, state=LeagueSeason.State.PLANNED)
        return {(season.league_id, season.number): season for season in planned}

    @cached_property
    def league_players(self) -> dict[str, set[str]]:
        """The players with places in the divisions of league games, by game."""
        paired = [key for key, game in self._games.items() if game.of_competition]
        by_game: dict[str, set[str]] = {}
        if paired:
            games = LeagueGame.objects.filter(game__in=paired).values_list("game_id", "division__places__player")
            for game_id, player in games:
                by_game.setdefault(str(game_id), set()).add(player)
        return by_game

    @cached_property
    def cups(self) -> dict[str, CupCourse]:
        """The cups that the emails are about, with their rounds so far."""
        ids = {notification.cup_id for notification in self.told if notification.cup_id is not None}
        rows = Cup.objects.select_related("host").in_bulk(list(ids)) if ids else {}
        return {key: course.current_course(cup) for key, cup in rows.items()}

    @cached_property
    def left_cups(self) -> set[tuple[str, str]]:
        """Pairs of a game and a player who has left the game's cup."""
        paired = [key for key, game in self._games.items() if game.of_competition]
        if not paired:
            return set()
        gone = CupGame.objects.filter(game__in=paired, round__cup__entrants__left_at__isnull=False)
        return set(gone.values_list("game_id", "round__cup__entrants__player"))

    @cached_property
    def disputes(self) -> dict[str, Dispute]:
        """The disputes that the emails are about, with the players who opened them."""
        ids = {notification.dispute_id for notification in self.told if notification.dispute_id is not None}
        return Dispute.objects.select_related("opened_by").in_bulk(list(ids)) if ids else {}

    @cached_property
    def proposals(self) -> dict[str, Proposal]:
        """The proposals that the emails are about, with their votes."""
        ids = {notification.proposal_id for notification in self.told if notification.proposal_id is not None}
        return Proposal.objects.select_related("by").prefetch_related("votes").in_bulk(list(ids)) if ids else {}

    @cached_property
    def comments(self) -> dict[int, DisputeComment]:
        """The comments on disputes that the emails are about."""
        ids = {notification.comment_id for notification in self.told if notification.comment_id is not None}
        return DisputeComment.objects.select_related("by").in_bulk(list(ids)) if ids else {}

    @cached_property
    def rulings(self) -> dict[tuple[str, int], Ruling]:
        """The rulings on these games that the emails are about, by game and entry."""
        entries = {notification.entry for notification in self.told}
        rows = Ruling.objects.filter(game__in=self._game_ids, entry__in=entries)
        return {(row.game_id, row.entry): row for row in rows if row.entry is not None}

    @cached_property
    def secrets_opened(self) -> dict[str, list[datetime]]:
        """When admins looked at the secrets of games that are over, by game."""
        by_game: defaultdict[str, list[datetime]] = defaultdict(list)
        for game, at in audit.secrets_opened(self._game_ids):
            by_game[game].append(at)
        return by_game

    @cached_property
    def invitations(self) -> set[tuple[str, str]]:
        """Unanswered invitations, by game and player, except those sent by blocked players."""
        unanswered = Invitation.objects.filter(game__in=self._game_ids, game__status=Game.Status.OPEN, answered_at=None)
        unanswered = unanswered.exclude(_is_blocked("invited_by"))
        return set(unanswered.values_list("game_id", "player_id"))

    @cached_property
    def offers(self) -> dict[tuple[str, str], list[SeatOffer]]:
        """Offers of open seats that the emails are about, by game and player."""
        open_ones = SeatOffer.objects.filter(~_is_blocked("game__host"), game__in=self._game_ids, closed_at=None)
        by_reader: defaultdict[tuple[str, str], list[SeatOffer]] = defaultdict(list)
        for offer in open_ones.order_by("seat"):
            by_reader[offer.game_id, offer.player_id].append(offer)
        return by_reader

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
        """When readers last moved, or were sent an email with talk, by game and player."""
        places = {(game, seat.number): seat.player_id for game, seats in self.seats.items() for seat in seats.values()}
        moves = Entry.objects.filter(game__in=self._game_ids, kind=OWN_MOVE, number__gt=F("game__head") - LATEST)
        last = {
            (row["game_id"], str(places.get((row["game_id"], row["seat"] or 0)))): row["last"]
            for row in moves.order_by().values("game_id", "seat").annotate(last=Max("at"))
        }
        emails = Notification.objects.filter(
            game__in=self._game_ids, kind__in=TURN_EMAILS, mail__state=Mail.State.SENT, mail__game=F("game")
        )
        sent = emails.order_by().values("game_id", "player_id").annotate(last=Max("mail__settled_at"))
        for row in sent:
            place = row["game_id"], row["player_id"]
            last[place] = max(row["last"], last.get(place, row["last"]))
        return last

    @cached_property
    def _dead(self) -> dict[str | None, str]:
        return dict(DeadAddress.objects.filter(player__in=self._readers).values_list("player_id", "address"))


def _is_blocked(host: str) -> Exists:
    """Match rows whose player has blocked the host in this field; bots count as their owners on either side."""
    blocker = Q(player=OuterRef("player")) | Q(player=OuterRef("player__owner"))
    blocked = Q(blocked=OuterRef(host)) | Q(blocked=OuterRef(f"{host}__owner"))
    return Exists(Block.objects.filter(blocker, blocked))

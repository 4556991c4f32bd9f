"""The presence of players: whose consent a proposal needs.

A player is present who has not let a turn run out, grace included, or who has since come back: by a move, by talking,
by answering a proposal, by asking for an admin, or by having the table open now. Everyone else has half the time per
move, at most a day, to come back, which does not run while the game is paused; then the table decides without them.
Stand-ins and players who are marked absent, have left or are suspended are not asked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from django.db.models import Max, Model, Q, QuerySet

from games.kinds import EntryKind, RulingKind
from games.lobby import presence as at_table
from games.models import Dispute, DisputeComment, Entry, Game, Player, Seat, TalkLine, Turn, Vote

LONGEST_LEEWAY: Final = timedelta(days=1)
Place = tuple[str, int]
"""A game's id and a seat's number."""
NOT_BY_PLAYERS: Final = (EntryKind.STARTED, EntryKind.STAND_IN)
DEEDS: Final = [kind for kind in EntryKind if kind.deed and kind not in NOT_BY_PLAYERS]


@dataclass(frozen=True, slots=True)
class Present:
    """A seat whose consent a proposal needs, and since when its time is over (None: it is not over)."""

    seat: Seat
    over_since: datetime | None


class Deeds:
    """The actions by which players at these tables show that they are present, read for all tables on first use.

    `games`: their ids.
    """

    def __init__(self, games: Iterable[str]) -> None:
        self._games = list(games)

    @cached_property
    def missed(self) -> Mapping[Place, datetime]:
        """Return when a seat's last turn was played for it, by game and seat.

        Seats whose player has done something since are left out.

        Getting a seat counts as an action; getting it back because a ruling is undone does not.
        """
        replaced = Q(kind=EntryKind.RULED, public__ruling=RulingKind.REPLACED, public__stand_in=False)
        sat_down = replaced & ~Q(public__has_key="undoes")
        entries = Entry.objects.filter(Q(kind__in=DEEDS) | sat_down, game__in=self._games, seat__isnull=False)
        last = entries.order_by("game", "seat", "-number").distinct("game", "seat")
        rows = last.values_list("game_id", "seat", "kind", "at")
        return {(game, seat): at for game, seat, kind, at in rows if seat is not None and kind == EntryKind.TIMEOUT}

    @cached_property
    def last_said(self) -> Mapping[tuple[str, str], datetime]:
        """Return when each player last talked, answered a proposal, or asked for an admin, by game and player."""
        latest: dict[tuple[str, str], datetime] = {}
        first, *others = self._lines_said()
        for game, player, at in first.union(*others, all=True):
            latest[game, player] = max(at, latest.get((game, player), at))
        return latest

    def _lines_said(self) -> Iterator[QuerySet[Model, tuple[str, str, datetime]]]:
        games = self._games
        lines = TalkLine.objects.filter(game__in=games).values_list("game_id", "by_id")
        votes = Vote.objects.filter(proposal__game__in=games).values_list("proposal__game_id", "player_id")
        disputes = Dispute.objects.filter(game__in=games).values_list("game_id", "opened_by_id")
        comments = DisputeComment.objects.filter(dispute__game__in=games).values_list("dispute__game_id", "by_id")
        yield lines.order_by().annotate(Max("said_at"))
        yield votes.order_by().annotate(Max("cast_at"))
        yield disputes.order_by().annotate(Max("created_at"))
        yield comments.order_by().annotate(Max("created_at"))


def present(game: Game, seats: Iterable[Seat], turns: Sequence[Turn], now: datetime) -> list[Present]:
    """Return the seats whose players are present or may still come back in time."""
    return present_by(Deeds([game.pk]), game, seats, turns, now)


def present_by(deeds: Deeds, game: Game, seats: Iterable[Seat], turns: Sequence[Turn], now: datetime) -> list[Present]:
    """Return the seats whose players are present or may still come back, given the actions at several tables."""
    playing = [seat for seat in seats if _is_asked(seat, now)]
    expired_at = _find_time_over(deeds, game, playing, turns, now)
    participants = [Present(seat, expired_at.get(seat.number)) for seat in playing]
    stopped = game.paused_at or now
    return [
        participant
        for participant in participants
        if participant.over_since is None or participant.over_since + leeway(game) > stopped
    ]


def leeway(game: Game) -> timedelta:
    """Return how long players whose time is over have to come back before the table decides without them."""
    return min(game.time_per_move / 2, LONGEST_LEEWAY)


def has_a_word(seat: Seat, now: datetime) -> bool:
    """Check whether this seat's votes count: its player has not left and is not suspended."""
    player = seat.player
    if player is None or seat.status in Seat.GONE:
        return False
    return player.is_active and (player.suspended_until is None or player.suspended_until <= now)


def _is_asked(seat: Seat, now: datetime) -> bool:
    is_person = seat.player is not None and seat.player.kind != Player.Kind.HOUSE
    return is_person and seat.status == Seat.Status.PLAYING and has_a_word(seat, now)


def _find_time_over(
    deeds: Deeds, game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime
) -> dict[int, datetime]:
    """Return since when the time of these seats is over, for those whose time is over."""
    stopped = game.paused_at or now
    expired_at = {turn.seat: turn.expires_at for turn in turns if turn.expires_at <= stopped}
    expired_at |= {seat: at for (place, seat), at in deeds.missed.items() if place == game.pk}
    if not expired_at:
        return {}
    seen_at = _find_last_seen(deeds, game, [seat for seat in seats if seat.number in expired_at], now)
    return {seat: since for seat, since in expired_at.items() if seat not in seen_at or seen_at[seat] <= since}


def _find_last_seen(deeds: Deeds, game: Game, seats: Iterable[Seat], now: datetime) -> Mapping[int, datetime]:
    """Return when players in these seats last acted here besides moving; now if they have the table open."""
    sitting = {seat.player_id: seat.number for seat in seats if seat.player_id is not None}
    seen_at = {
        seat: deeds.last_said[game.pk, player]
        for player, seat in sitting.items()
        if (game.pk, player) in deeds.last_said
    }
    for (_game, player), at in at_table.last_seen((game.pk, player) for player in sitting).items():
        if at_table.is_open(at, now):
            seen_at[sitting[player]] = now
    return seen_at

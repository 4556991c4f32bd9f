"""Disputes as players and admins may see them; it only reads."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import Permission
from django.db.models import Count, Prefetch, Q, QuerySet

from games.errors import NotFound
from games.kinds import SEATING
from games.models import Dispute, DisputeComment, DisputeQuestion, Entry, Game, Moderation, Player, Seat, TalkLine, Turn
from games.models.dispute import PRIVATE
from games.people.rights import plays_there
from games.table.disputes.urgency import rank, urgency

MOST_WAITING: Final = 500
"""The maximum number of open disputes in the queue, the oldest first."""


@dataclass(frozen=True, slots=True)
class QueuedDispute:
    """An open dispute in the queue: how many others wait, since when, and its urgency.

    `about` are the players it concerns, as far as is known: whose move is disputed, or who is waited for.
    """

    dispute: Dispute
    comments: int
    people: int
    since: datetime
    urgency: float
    about: Sequence[Player] = ()


@dataclass(slots=True)
class _Table:
    """The seats and players of a game, who is asked since when, and which seats made the disputed entries."""

    seated: dict[int, Player] = field(default_factory=dict)
    playing: set[int] = field(default_factory=set)
    asked_since: dict[int, datetime] = field(default_factory=dict)
    deeds: dict[int, int] = field(default_factory=dict)


def queue(admin: Player, now: datetime) -> list[QueuedDispute]:
    """Return the open disputes outside the admin's own games, abuse first, then the most urgent."""
    waiting = Dispute.objects.filter(state=Dispute.State.OPEN).exclude(plays_there(admin))
    disputes = list(
        waiting.select_related("game", "opened_by")
        .annotate(said=Count("comments"))
        .order_by("created_at", "id")[:MOST_WAITING]
    )
    tables = _load_tables(disputes)
    return sorted((_queue_dispute(dispute, tables[dispute.game_id], now) for dispute in disputes), key=_most_urgent)


def _most_urgent(row: QueuedDispute) -> tuple[int, float, datetime, str]:
    return rank(row.dispute.kind), -row.urgency, row.dispute.created_at, row.dispute.pk


def _load_tables(disputes: Iterable[Dispute]) -> Mapping[str, _Table]:
    games = {dispute.game_id for dispute in disputes}
    tables: defaultdict[str, _Table] = defaultdict(_Table)
    for seat in Seat.objects.filter(game__in=games, player__isnull=False).select_related("player"):
        if seat.player is not None:
            tables[seat.game_id].seated[seat.number] = seat.player
        if seat.status == Seat.Status.PLAYING:
            tables[seat.game_id].playing.add(seat.number)
    numbers = {dispute.entry for dispute in disputes if dispute.entry is not None}
    deeds = Entry.objects.filter(game__in=games, number__in=numbers, seat__isnull=False) if numbers else ()
    for entry in deeds:
        if entry.seat is not None:
            tables[entry.game_id].deeds[entry.number] = entry.seat
    for turn in Turn.objects.filter(game__in=games, closed_at=None).only("game_id", "seat", "opened_at"):
        tables[turn.game_id].asked_since[turn.seat] = turn.opened_at
    return tables


def _queue_dispute(dispute: Dispute, table: _Table, now: datetime) -> QueuedDispute:
    """Return the dispute with who waits: everyone while the game is paused, else those who are not asked anything."""
    since = min(table.asked_since.values(), default=dispute.created_at)
    people = len(table.playing if dispute.game.paused_at else table.playing - table.asked_since.keys())
    if dispute.game.status != Game.Status.RUNNING:
        since, people = dispute.created_at, 0
    age, wait = max(now - dispute.open_since, timedelta()), max(now - since, timedelta())
    comments: int = dispute.said  # type: ignore[attr-defined]
    return QueuedDispute(
        dispute, comments, people, since, urgency(dispute.kind, age, wait, people), _people_concerned(dispute, table)
    )


def _people_concerned(dispute: Dispute, table: _Table) -> list[Player]:
    """Return whose move is disputed, or who is waited for; nobody if it is about a ruling or the opener's own move."""
    seats = [table.deeds[dispute.entry]] if dispute.entry in table.deeds else []
    if dispute.kind == Dispute.Kind.ABSENT_PLAYER:
        seats = sorted(table.asked_since)
    people = [table.seated[seat] for seat in seats if seat in table.seated]
    return [player for player in people if player.pk != dispute.opened_by_id]


def involved(dispute: Dispute) -> list[Player]:
    """Return whom admins may need to contact: the players it concerns, else all others at the table, and its opener."""
    return involved_in([dispute])[dispute.pk]


def involved_in(disputes: Sequence[Dispute]) -> dict[str, list[Player]]:
    """Return for each of these disputes, by its id, what `involved` returns; many take as few queries as one."""
    tables = _load_tables(disputes) if disputes else {}
    return {dispute.pk: _list_involved(dispute, tables[dispute.game_id]) for dispute in disputes}


def _list_involved(dispute: Dispute, table: _Table) -> list[Player]:
    others = [player for player in table.seated.values() if player.pk != dispute.opened_by_id]
    reported = list({line.by_id: line.by for line in dispute.lines.all()}.values())
    people = reported or _people_concerned(dispute, table) or others
    return [player for player in [*people, dispute.opened_by] if player.kind != Player.Kind.HOUSE]


def _prefetch_comments() -> list["Prefetch[str]"]:
    """Return prefetches of a dispute's comments and of the lines of the table's talk that it is about."""
    comments, lines = DisputeComment.objects.select_related("by"), TalkLine.objects.select_related("by")
    return [Prefetch("comments", comments), Prefetch("lines", lines.order_by("number"))]


def of_game(game: Game) -> QuerySet[Dispute]:
    """Return the game's disputes with their comments, the newest first."""
    rows = Dispute.objects.filter(game=game).select_related("opened_by", "closed_by")
    return rows.prefetch_related(*_prefetch_comments()).order_by("-created_at", "-id")


def told_to(player: Player, game: Game) -> QuerySet[Dispute]:
    """Return the game's disputes that concern the player (`concerns`), with their comments, the newest first."""
    seated = Seat.objects.filter(game=game, player=player).exists()
    own = Q(opened_by=player)
    return of_game(game).filter(own | ~Q(kind__in=PRIVATE) if seated else own)


def judged(game: Game) -> list[Dispute]:
    """Return the game's disputes for its judges, the open ones first, with the sanctions that followed."""
    measures = Prefetch("moderations", Moderation.objects.select_related("player", "by"))
    questions = Prefetch("questions", DisputeQuestion.objects.select_related("player", "by"))
    return sorted(
        of_game(game).prefetch_related(measures, questions), key=lambda dispute: dispute.state != Dispute.State.OPEN
    )


def one(dispute_id: str) -> Dispute:
    """Return a dispute with its game and all comments. Raise NotFound."""
    rows = Dispute.objects.select_related("game", "opened_by", "closed_by")
    dispute = rows.prefetch_related(*_prefetch_comments()).filter(pk=dispute_id).first()
    if dispute is None:
        raise NotFound("no_such_dispute")
    return dispute


def seen_by(dispute_id: str, player: Player) -> Dispute:
    """Return a dispute for a player whom it concerns. Raise NotFound."""
    dispute = one(dispute_id)
    if not concerns(dispute, player):
        raise NotFound("no_such_dispute")
    return dispute


def in_game(dispute_id: str, game_id: str) -> str:
    """Return the dispute's id if it belongs to this game. Raise NotFound."""
    if not Dispute.objects.filter(pk=dispute_id, game=game_id).exists():
        raise NotFound("no_such_dispute")
    return dispute_id


def concerns(dispute: Dispute, player: Player) -> bool:
    """Check whether the player may see the dispute: its opener, and everyone at the table unless it is private."""
    if dispute.opened_by_id == player.pk or dispute.kind in PRIVATE:
        return dispute.opened_by_id == player.pk
    return Seat.objects.filter(game=dispute.game_id, player=player).exists()


def judges(game: Game) -> list[Player]:
    """Return the admins who can settle disputes in this game, which excludes those who play in it."""
    settle = Permission.objects.filter(content_type__app_label="games", codename="settle")
    able = Q(is_superuser=True) | Q(groups__permissions__in=settle) | Q(user_permissions__in=settle)
    entries = Entry.objects.filter(game=game, kind__in=SEATING)
    seated = set(Seat.objects.filter(game=game).values_list("player_id", flat=True))
    for public in (entry.public for entry in entries):
        seated |= {*public.get("players", ()), public.get("player"), public.get("before")}
    return list(Player.objects.filter(able, is_active=True).exclude(pk__in=seated - {None}).distinct())

"""The dossier of a person for admins: games, lateness, disputes, sanctions, notes. It only reads.

Of the admin's own games it shows only what the table sees. Admins get no notes about themselves or about people at
their own tables.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from games.models import AdminAct, Departure, Dispute, DisputeQuestion, Entry, Game, Moderation, Player, Seat, Turn
from games.people import audit, reliability, rights
from games.people.reliability import Reliability

MOST: Final = 50
"""The maximum number of rows shown for each kind, the newest first."""


LATEST: Final = 5
"""How many of somebody's sanctions stand beside a dispute."""


@dataclass(frozen=True, slots=True)
class Late:
    """A game in which the player let time run out: how often, and when last."""

    game: Game
    times: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Dossier:
    """A player's dossier for an admin. `at_the_table`: disputes at their tables about nobody. `close`: no notes."""

    player: Player
    seats: list[Seat]
    departures: list[Departure]
    reliability: Reliability
    late: list[Late]
    by: list[Dispute]
    about: list[Dispute]
    at_the_table: list[Dispute]
    measures: list[Moderation]
    notes: list[AdminAct]
    close: bool


def compile_dossier(player: Player, reader: Player, now: datetime) -> Dossier:
    """Compile what this admin may know about this player."""
    close = is_close(reader, player)
    disputes = Dispute.objects.exclude(rights.plays_there(reader)).select_related("game", "opened_by")
    about = disputes.filter(concerning(player)).exclude(opened_by=player).order_by("-created_at")
    seated = Seat.objects.filter(player=player, game=OuterRef("game"))
    unnamed = disputes.filter(Exists(seated), entry=None).exclude(concerning(player)).exclude(opened_by=player)
    return Dossier(
        player=player,
        seats=list(Seat.objects.filter(player=player).select_related("game").order_by("-joined_at")[:MOST]),
        departures=list(Departure.objects.filter(player=player).select_related("game").order_by("-at")[:MOST]),
        reliability=reliability.reliability_of([player.pk], now).get(player.pk, reliability.NEW),
        late=late(player, now),
        by=list(disputes.filter(opened_by=player).order_by("-created_at")[:MOST]),
        about=list(about[:MOST]),
        at_the_table=list(unnamed.order_by("-created_at")[:MOST]),
        measures=list(Moderation.objects.filter(player=player).select_related("by", "dispute__game")[:MOST]),
        notes=[] if close else list(notes(player, reader)[:MOST]),
        close=close,
    )


@dataclass(frozen=True, slots=True)
class AccusedRecord:
    """What admins know about somebody whom a dispute accuses, besides it: sanctions, and how many other reports."""

    player: Player
    measures: list[Moderation]
    about: int
    by: int


def record_of(player: Player, dispute: Dispute, reader: Player) -> AccusedRecord:
    """Return the record of somebody whom this dispute accuses, without it and disputes in the reader's own games."""
    others = Dispute.objects.exclude(rights.plays_there(reader)).exclude(pk=dispute.pk)
    return AccusedRecord(
        player=player,
        measures=list(Moderation.objects.filter(player=player).select_related("by")[:LATEST]),
        about=others.filter(concerning(player)).exclude(opened_by=player).count(),
        by=others.filter(opened_by=player).count(),
    )


def is_close(reader: Player, player: Player) -> bool:
    """Check whether the notes about a player are closed to this admin.

    They are if they are about the admin, or about somebody at the same table.
    """
    return reader.pk == player.hands or rights.plays_with(reader, player)


def concerning(player: Player) -> Q:
    """Select disputes about the player's moves, absence or lines, or for which the player was asked or moderated."""
    seats = Seat.objects.filter(game=OuterRef(OuterRef("game")), player=player)
    moved = Entry.objects.filter(game=OuterRef("game"), number=OuterRef("entry"), seat__in=seats.values("number"))
    turns = Turn.objects.filter(game=OuterRef("game"), player=player, opened_at__lte=OuterRef("created_at"))
    waited_for = turns.filter(Q(closed_at=None) | Q(closed_at__gt=OuterRef("created_at")))
    absent = Q(kind=Dispute.Kind.ABSENT_PLAYER) & Q(Exists(waited_for))
    asked, moderated = (
        Q(Exists(model._default_manager.filter(dispute=OuterRef("pk"), player=player)))
        for model in (DisputeQuestion, Moderation)
    )
    quoted = Exists(Dispute.lines.through._default_manager.filter(dispute=OuterRef("pk"), talkline__by=player))
    return Q(Exists(moved)) | absent | asked | moderated | Q(quoted)


def late(player: Player, now: datetime) -> list[Late]:
    """Return the last year's games in which the player's time ran out."""
    missed = Turn.objects.filter(player=player, in_time=False, closed_at__gt=now - reliability.LOOKED_BACK)
    counted = missed.order_by().values("game").annotate(times=Count("pk"), last=Max("closed_at")).order_by("-last")
    rows = list(counted[:MOST])
    games = Game.objects.in_bulk([row["game"] for row in rows])
    return [Late(games[row["game"]], row["times"], row["last"]) for row in rows]


def notes(player: Player, reader: Player) -> QuerySet[AdminAct]:
    """Return admins' notes about the player, the newest first."""
    acts = audit.acts_for(reader).filter(player=player, reason__isnull=False)
    return acts.exclude(rights.plays_there(reader)).order_by("-at", "-id")

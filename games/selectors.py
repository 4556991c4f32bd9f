"""What can be asked: reads only, each from an index."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery

from games.models import Block, Entry, Game, Invitation, Player, Seat, SeatOffer, Turn

MOST_LATELY: Final = 24
"""So many entries are looked through for what has just happened."""
MOST_RESUMED: Final = 200
"""So many games go on in one sweep; the next one takes the others."""


def due_turns(now: datetime, batch: int) -> Iterator[Turn]:
    """Open turns whose time is over, grace included, longest overdue first, fetched in batches.

    Games that are paused or put aside are left out, and those in which nobody waits any more (`closing_times`).
    """
    due = (
        Turn.objects.filter(closed_at=None, expires_at__lte=now, game__status=Game.Status.RUNNING, game__paused_at=None)
        .filter(_sound(now), game__closes_at=None)
        .order_by("expires_at", "id")
    )
    after = Q()
    while turns := list(due.filter(after)[:batch]):
        yield from turns
        last = turns[-1]
        after = Q(expires_at__gt=last.expires_at) | Q(expires_at=last.expires_at, id__gt=last.pk)


def long_paused(reason: str, since: datetime) -> list[str]:
    """Games that have stood still since then or longer, for this reason among others."""
    paused = Game.objects.filter(paused_at__lte=since, status=Game.Status.RUNNING, pauses__contains=[reason])
    return list(paused.order_by("paused_at", "id").values_list("id", flat=True)[:MOST_RESUMED])


def claimed_lately(game: Game, seat: int | None, number: int) -> list[str]:
    """The tracks claimed up to an entry since this seat's last move, newest first; for a spectator the newest one."""
    entries = Entry.objects.filter(game=game, number__lte=number).order_by("-number")
    found: list[str] = []
    for by, public in entries.values_list("seat", "public")[:MOST_LATELY]:
        if seat is not None and by == seat:
            break
        found += [event["route"] for event in public["events"] if event["type"] == "route_claimed"]
        if seat is None and found:
            break
    return found


def may_know(player: Player, game_id: str) -> bool:
    """Whether there is such a game for this player: one to watch, or one to join that anyone may join."""
    to_join = Q(status=Game.Status.OPEN, access=Game.Access.OPEN)
    return Game.objects.filter(Q(pk__in=visible_games(player).values("pk")) | to_join, pk=game_id).exists()


def visible_games(player: Player | None) -> QuerySet[Game]:
    """Games that this player may see: public ones, own ones, and those where a seat is offered to the player."""
    games = Game.objects.select_related("host")
    if player is None:
        return games.filter(public=True)
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk")))
    offered = Exists(player.seat_offers.filter(game=OuterRef("pk"), closed_at=None).exclude(_by_blocked(player)))
    return games.filter(Q(public=True) | mine | Q(invited, status=Game.Status.OPEN) | offered)


def _heard_of(player: Player) -> QuerySet[Invitation]:
    """The player's invitations, but for those by somebody whom the player has blocked."""
    return player.invitations.exclude(invited_by__in=Block.objects.filter(player=player).values("blocked"))


def _by_blocked(player: Player) -> Q:
    return Q(game__host__in=Block.objects.filter(player=player).values("blocked"))


def games_to_join(player: Player) -> QuerySet[Game]:
    """Open games where a seat is free for this player."""
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk"), answered_at=None))
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    open_games = Game.objects.select_related("host").filter(status=Game.Status.OPEN)
    return open_games.filter(Q(access=Game.Access.OPEN) | invited).exclude(mine)


def invitations_of(player: Player) -> QuerySet[Game]:
    """Open games to which the player is invited, and has not said yes or no."""
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk"), answered_at=None))
    return Game.objects.select_related("host").filter(invited, status=Game.Status.OPEN)


def open_seats_for(player: Player, now: datetime) -> QuerySet[Seat]:
    """Seats of running games that this player could take over; `reserved_until` where one is offered to the player.

    Public ones in games that anybody could join, unless they are kept for somebody else; and all that are offered.
    Games in which the player sits are left out.
    """
    offers = SeatOffer.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), closed_at=None)
    own = offers.filter(player=player).exclude(_by_blocked(player))
    kept = offers.filter(reserved_until__gt=now).exclude(player=player)
    meant = Q(~Exists(kept), game__public=True, game__access=Game.Access.OPEN) | Exists(own)
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), player=player))
    return (
        Seat.objects.filter(meant, ~sits, _sound(now), open_since__isnull=False, game__status=Game.Status.RUNNING)
        .annotate(reserved_until=Subquery(own.values("reserved_until")[:1]))
        .select_related("player")
    )


def _sound(now: datetime) -> Q:
    """Rows whose game is not put aside."""
    return Q(game__quarantined_until=None) | Q(game__quarantined_until__lte=now)


def games_of(player: Player) -> QuerySet[Game]:
    """Games in which this player has a seat."""
    return Game.objects.select_related("host").filter(seats__player=player)


def games_waiting_for(player: Player) -> QuerySet[Game]:
    """Running games that wait for this player, the most urgent first (`deadline` is annotated)."""
    waiting = Q(turns__closed_at=None, turns__seat=F("seats__number"), seats__player=player)
    return (
        Game.objects.select_related("host")
        .filter(waiting, status=Game.Status.RUNNING)
        .annotate(deadline=Min("turns__deadline_at", filter=waiting))
        .order_by("deadline", "id")
    )

"""What can be asked: reads only, each from an index."""

from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery

from games.models import Block, Game, Invitation, Player, Seat, SeatOffer


def may_know(player: Player, game_id: str) -> bool:
    """Whether there is such a game for this player: one to watch, or one to join that anyone may join."""
    return known_to(player).filter(pk=game_id).exists()


def known_to(player: Player | None) -> QuerySet[Game]:
    """All games of which there is anything to know for this player, or for anyone."""
    if player is None:
        return Game.objects.filter(public=True)
    to_join = Q(status=Game.Status.OPEN, access=Game.Access.OPEN) & ~Q(host__in=_blockers_of(player))
    return Game.objects.filter(_visible_to(player) | to_join)


WAITING: Final = """
SELECT count(DISTINCT turn.game_id)
FROM games_seat seat
    JOIN games_turn turn ON turn.game_id = seat.game_id AND turn.seat = seat.number AND turn.closed_at IS NULL
    JOIN games_game game ON game.id = seat.game_id
WHERE seat.player_id = %s AND game.status = %s
"""


def visible_games(player: Player | None) -> QuerySet[Game]:
    """Games that this player may see: public ones, the player's own, and those with a seat on offer for the player."""
    return Game.objects.select_related("host").filter(Q(public=True) if player is None else _visible_to(player))


def _visible_to(player: Player) -> Q:
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk")))
    offered = Exists(player.seat_offers.filter(game=OuterRef("pk"), closed_at=None).exclude(_by_blocked(player)))
    return Q(public=True) | Q(mine) | Q(invited, status=Game.Status.OPEN) | Q(offered)


def _heard_of(player: Player) -> QuerySet[Invitation]:
    """The player's invitations, but for those by somebody who has blocked the player, or whom the player has."""
    return player.invitations.exclude(
        Q(invited_by__in=Block.objects.filter(player=player).values("blocked")) | Q(invited_by__in=_blockers_of(player))
    )


def _blockers_of(player: Player) -> QuerySet[Block, str]:
    """Those who have blocked the player."""
    return Block.objects.filter(blocked=player).values_list("player", flat=True)


def _by_blocked(player: Player) -> Q:
    blocked = Block.objects.filter(player=player).values("blocked")
    return Q(game__host__in=blocked) | Q(game__host__in=_blockers_of(player))


def games_to_join(player: Player) -> QuerySet[Game]:
    """Open games where a seat is free for this player; none of a host who has blocked the player."""
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk"), answered_at=None))
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    open_games = Game.objects.select_related("host").filter(status=Game.Status.OPEN)
    return open_games.filter(Q(access=Game.Access.OPEN) | invited).exclude(mine).exclude(host__in=_blockers_of(player))


def table_again(before: Game, player: Player) -> Game | None:
    """Where this player can meet the people of an ended game again: seated already, or invited."""
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    asked = Exists(_heard_of(player).filter(game=OuterRef("pk")))
    there = before.again.exclude(status=Game.Status.CLOSED).filter(mine | asked)
    return there.order_by(mine.desc(), "created_at").first()


def invitations_of(player: Player) -> QuerySet[Game]:
    """Open games to which the player is invited and has not answered."""
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk"), answered_at=None))
    return Game.objects.select_related("host").filter(invited, status=Game.Status.OPEN)


def open_seats_for(player: Player, now: datetime) -> QuerySet[Seat]:
    """Seats of running games that this player could take over; `reserved_until` where one is offered to the player.

    Public ones in games that anybody could join, unless they are kept for somebody else; and all that are offered.
    Games in which the player sits are left out, and those of hosts who have blocked the player.
    """
    offers = SeatOffer.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), closed_at=None)
    own = offers.filter(player=player).exclude(_by_blocked(player))
    kept = offers.filter(reserved_until__gt=now).exclude(player=player)
    meant = Q(~Exists(kept), game__public=True, game__access=Game.Access.OPEN) | Exists(own)
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), player=player))
    return (
        Seat.objects.filter(meant, ~sits, _sound(now), open_since__isnull=False, game__status=Game.Status.RUNNING)
        .exclude(game__host__in=_blockers_of(player))
        .annotate(reserved_until=Subquery(own.values("reserved_until")[:1]))
        .select_related("player")
    )


def _sound(now: datetime) -> Q:
    """Rows whose game is not put aside."""
    return Q(game__quarantined_until=None) | Q(game__quarantined_until__lte=now)


def games_of(player: Player) -> QuerySet[Game]:
    """Games in which this player has a seat."""
    return Game.objects.select_related("host").filter(seats__player=player)


def how_many_wait_for(player: Player) -> int:
    """How many games `games_waiting_for` finds: every page asks it, so it is written out."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, [player.pk, Game.Status.RUNNING])
        count: int = cursor.fetchone()[0]
        return count


def games_waiting_for(player: Player) -> QuerySet[Game]:
    """Running games that wait for this player, the most urgent first (`deadline` is annotated)."""
    waiting = Q(turns__closed_at=None, turns__seat=F("seats__number"), seats__player=player)
    return (
        Game.objects.select_related("host")
        .filter(waiting, status=Game.Status.RUNNING)
        .annotate(deadline=Min("turns__deadline_at", filter=waiting))
        .order_by("deadline", "id")
    )

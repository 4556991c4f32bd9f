"""Queries for games and seats; they only read, each from an index."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery

from games.lobby import club_tables
from games.models import Block, Game, Invitation, Player, Seat, SeatOffer
from games.people import blocks

LOOKED_THROUGH: Final = 200
"""The number of the newest tables searched for those that are nearly full."""


def may_know(player: Player | None, game_id: str) -> bool:
    """Check whether this player (None: anyone) may know of the game: to watch it, or to join as anyone may."""
    return known_to(player).filter(pk=game_id).exists()


def looks_on(player: Player, game_id: str) -> bool:
    """Check whether the game has begun, and the player has no seat in it."""
    started_games = Game.objects.filter(pk=game_id).exclude(status=Game.Status.OPEN)
    return started_games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))).exists()


def known_to(player: Player | None) -> QuerySet[Game]:
    """Return all games of which this player (None: anyone) may know anything."""
    if player is None:
        return Game.objects.filter(public=True)
    to_join = Q(status=Game.Status.OPEN, access=Game.Access.OPEN) & ~_by_blockers(player, "host")
    return Game.objects.filter(_visible_to(player) | to_join)


def visible_games(player: Player | None) -> QuerySet[Game]:
    """Return games that this player may see: public ones, their own and their clubs', those with a seat on offer."""
    games = Game.objects.select_related("host")
    if player is None:
        return games.filter(public=True)
    return games.filter(_visible_to(player)).annotate(of_blocker=Exists(hidden_from(player).filter(pk=OuterRef("pk"))))


def hidden_from(player: Player) -> QuerySet[Game]:
    """Return games of hosts who have blocked the player, who does not sit there.

    To the player, they look as if they were by invitation.
    """
    has_own_seat = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    return Game.objects.filter(_by_blockers(player, "host")).exclude(has_own_seat)


def given_up(player: Player) -> QuerySet[Seat, str]:
    """Return the ids of games in which the player's seat is resigned or lost on time."""
    return Seat.objects.filter(player=player, status__in=Seat.GONE).values_list("game", flat=True)


def _visible_to(player: Player) -> Q:
    has_own_seat = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk")))
    offered = Exists(_offered_seats(player).filter(game=OuterRef("pk")))
    of_clubs = club_tables.of_own_clubs(player)
    return Q(public=True) | Q(has_own_seat) | Q(invited, status=Game.Status.OPEN) | Q(offered) | of_clubs


def _heard_of(player: Player) -> QuerySet[Invitation]:
    """Return the player's invitations, except where either side has blocked the other.

    One to a table for a club ends with the membership.
    """
    heard_of = player.invitations.exclude(by_blocked(player, "invited_by"))
    return heard_of.filter(club_tables.is_open_to(player, "game__"))


def _offered_seats(player: Player) -> QuerySet[SeatOffer]:
    """Return the seats on offer to the player, except where the host or the player has blocked the other.

    One at a table for a club ends with the membership.
    """
    open_offers = player.seat_offers.filter(closed_at=None).exclude(by_blocked(player, "game__host"))
    return open_offers.filter(club_tables.is_open_to(player, "game__"))


def by_blocked(player: Player, host: str) -> Q:
    """Return the condition that the host (this field) has blocked the player or is blocked by the player."""
    return _is_one_of(blocks.blocked_by(player), host) | _by_blockers(player, host)


def _by_blockers(player: Player, host: str) -> Q:
    """Return the condition that the host (this field) has blocked the player."""
    return _is_one_of(blocks.blockers_of(player), host)


def _is_one_of(people: QuerySet[Block, str], host: str) -> Q:
    """Return the condition that the host (this field) is one of these people, or a bot of theirs."""
    return Q(**{f"{host}__in": people}) | Q(**{f"{host}__owner__in": people})


def games_to_join(player: Player) -> QuerySet[Game]:
    """Return open games with a free seat for this player, without those of hosts who have blocked the player."""
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk"), answered_at=None))
    has_own_seat = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    open_games = Game.objects.select_related("host").filter(status=Game.Status.OPEN)
    return (
        open_games.filter(Q(access=Game.Access.OPEN) | club_tables.to_join(player) | invited)
        .exclude(has_own_seat)
        .exclude(_by_blockers(player, "host"))
    )


def nearly_full_first(tables: QuerySet[Game]) -> QuerySet[Game]:
    """Return the newest `LOOKED_THROUGH` of these open games, fullest first, annotated with the seats `taken`."""
    newest = tables.order_by("-created_at", "-pk").values("pk")[:LOOKED_THROUGH]
    counted = Game.objects.select_related("host").filter(pk__in=newest).annotate(taken=Count("seats"))
    return counted.order_by(F("seats_wanted") - F("taken"), "-created_at", "-pk")


def table_again(before: Game, player: Player) -> Game | None:
    """Return the table where this player, seated or invited, can meet the people of an ended game again, if any."""
    return tables_again(before.pk, player).first()


def tables_again(game_id: str, player: Player) -> QuerySet[Game]:
    """Return the tables that follow this game and to which the player is invited or belongs, their own first."""
    has_own_seat = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk")))
    tables = Game.objects.filter(again_of=game_id).exclude(status=Game.Status.CLOSED)
    return tables.filter(has_own_seat | invited).order_by(has_own_seat.desc(), "created_at")


def invitations_of(player: Player) -> QuerySet[Game]:
    """Return open games with an unanswered invitation to the player."""
    invited = Exists(_heard_of(player).filter(game=OuterRef("pk"), answered_at=None))
    return Game.objects.select_related("host").filter(invited, status=Game.Status.OPEN)


def invited_by_name(game: Game, seats: Iterable[Seat]) -> tuple[list[str], list[str]]:
    """Return who was invited to a table by name: who has not answered yet, and who has, but has no seat.

    Who was invited by an address is not told to the table.
    """
    seated = {seat.player_id for seat in seats}
    rows = Invitation.objects.filter(game=game, by_address=False).exclude(player__in=filter(None, seated))
    undecided: list[str] = []
    declined: list[str] = []
    for row in rows.select_related("player").order_by("pk"):
        (undecided if row.answered_at is None else declined).append(row.player.display_name)
    return undecided, declined


def has_answered(player: Player, game: Game) -> bool:
    """Check whether the player has answered an invitation to this game; a seat can be taken even after a no."""
    return _heard_of(player).filter(game=game, answered_at__isnull=False).exists()


def open_seats_for(player: Player, now: datetime) -> QuerySet[Seat]:
    """Return seats of running games that this player could take over, with `reserved_until` if on offer.

    These are seats in public games that anybody could join, and in games for the player's clubs, unless kept for
    somebody else, and all seats offered to the player. Games in which the player sits, and those of hosts who have
    blocked the player, are left out.
    """
    offers = SeatOffer.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), closed_at=None)
    own = _offered_seats(player).filter(game=OuterRef("game"), seat=OuterRef("number"))
    reserved = offers.filter(reserved_until__gt=now).exclude(player=player)
    anyone_may = Q(game__public=True, game__access=Game.Access.OPEN) | club_tables.to_join(player, "game__")
    meant = (Q(~Exists(reserved)) & anyone_may) | Exists(own)
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), player=player))
    return (
        Seat.objects.filter(meant, ~sits, _sound(now), open_since__isnull=False, game__status=Game.Status.RUNNING)
        .exclude(_by_blockers(player, "game__host"))
        .annotate(reserved_until=Subquery(own.values("reserved_until")[:1]))
        .select_related("player")
    )


def _sound(now: datetime) -> Q:
    """Return the condition that the game is not put aside."""
    return Q(game__quarantined_until=None) | Q(game__quarantined_until__lte=now)


def games_of(player: Player) -> QuerySet[Game]:
    """Return games in which this player has a seat."""
    return Game.objects.select_related("host").filter(seats__player=player)


def games_waiting_for(player: Player) -> QuerySet[Game]:
    """Return running games that wait for this player, the most urgent first (`deadline` is annotated).

    A paused game waits for nobody.
    """
    waiting = Q(turns__closed_at=None, turns__seat=F("seats__number"), seats__player=player)
    return (
        Game.objects.select_related("host")
        .filter(waiting, status=Game.Status.RUNNING, paused_at=None)
        .annotate(deadline=Min("turns__deadline_at", filter=waiting))
        .order_by("deadline", "id")
    )

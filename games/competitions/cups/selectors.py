"""Reading cups. Everything about a cup is public, unless it is a club's own."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypedDict

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.competitions import audience
from games.competitions.cups.rounds import BREAK
from games.competitions.delays import HeldUp
from games.errors import NotFound
from games.models import Cup, CupEntrant, CupGame, CupRound, Game, Player

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class CupCounts(TypedDict):
    """The annotation that `visible_cups` adds to a cup."""

    entered: int


STAYED: Final = Count(
    "entrants",
    filter=(Q(entrants__left_at=None) | Q(entrants__seed__isnull=False)) & Q(entrants__instead_of=None),
)
"""How many have entered, but for those whom the host removed before the cup began, or let play in another's place."""


def visible_cups(reader: Player | None) -> "QuerySet[WithAnnotations[Cup, CupCounts]]":
    """Return the cups that the reader (None: anyone) may know of, annotated with how many players have `entered`."""
    return audience.known(Cup, reader).select_related("host", "club").annotate(entered=STAYED)


def get(reader: Player | None, cup_id: str) -> "WithAnnotations[Cup, CupCounts]":
    """Return a cup that the reader may know of. Raise NotFound("no_such_cup")."""
    cup = visible_cups(reader).filter(pk=cup_id).first()
    if cup is None:
        raise NotFound("no_such_cup")
    return cup


def part_of(player: Player | None, cup: Cup) -> CupEntrant | None:
    """Return the player's entry in the cup, if any; None for an anonymous reader."""
    return None if player is None else CupEntrant.objects.filter(cup=cup, player=player).first()


def cup_of(game: Game, reader: Player | None) -> CupGame | None:
    """Return the game's row in a cup of which the reader may know; without a query for games outside competitions."""
    if not game.of_competition:
        return None
    row = CupGame.objects.select_related("round__cup").filter(game=game).first()
    return row if row is not None and (row.round.cup.public or audience.is_known(row.round.cup, reader)) else None


def cups_of(player: Player, reader: Player | None) -> list[Cup]:
    """Return the open and running cups that the player is in, of those known to the reader, the next to begin first."""
    open_cups = visible_cups(reader).filter(state__in=[Cup.State.OPEN, Cup.State.RUNNING])
    entered_cups = CupEntrant.objects.filter(player=player, left_at=None).values("cup")
    return list(open_cups.filter(pk__in=entered_cups).order_by("entry_closes_at", "pk"))


def newest_round(cup: Cup) -> CupRound | None:
    """Return the newest round, if any."""
    return max(cup.rounds.all(), key=lambda cup_round: cup_round.number, default=None)


def held_up(round_: CupRound, now: datetime) -> HeldUp:
    """Count the games that hold up the newest round of a running cup."""
    running = round_.games.filter(game__status=Game.Status.RUNNING)
    return HeldUp(
        round_.games.filter(game=None).count() if round_.closed_at is None else 0,
        running.filter(game__quarantined_until__gt=now).count(),
        running.count() if (round_.closed_at or round_.ends_at) <= now else 0,
    )


def next_step_at(cup: Cup) -> datetime:
    """Return when the cup begins, its round must end, or its next round begins; or when it ended."""
    newest = newest_round(cup)
    if cup.ended_at is not None:
        return cup.ended_at
    if newest is None:
        return cup.entry_closes_at
    return newest.ends_at if newest.closed_at is None else newest.closed_at + BREAK


def overdue(now: datetime, after: timedelta) -> QuerySet[Cup]:
    """Return the cups whose next step is overdue by at least this long."""
    newer = CupRound.objects.filter(cup=OuterRef("cup"), number__gt=OuterRef("number"))
    late = Q(closed_at=None, ends_at__lt=now - after) | Q(closed_at__lt=now - after - BREAK)
    rounds = CupRound.objects.filter(late, ~Exists(newer), cup__state=Cup.State.RUNNING)
    begins = Q(state=Cup.State.OPEN, entry_closes_at__lt=now - after)
    return Cup.objects.filter(begins | Q(pk__in=rounds.values("cup"))).order_by("entry_closes_at", "pk")

"""What players tell the others at their tables about being away."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import formats
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.people.player_rows import still_here
from games.zones import zone
from notifications.models import Absence

DAY: Final = timedelta(days=1)
SHOWN_BEFORE: Final = timedelta(days=14)
LONGEST: Final = timedelta(days=366)
DATE: Final = "j F Y"


def put(player: Player, *, text: str, starts_on: date, ends_on: date) -> None:
    """Publishes the notice, in place of the one before. Raises Forbidden for anyone who is gone."""
    said = {"text": text, "starts_on": starts_on, "ends_on": ends_on}
    with transaction.atomic():
        Absence.objects.update_or_create(player=still_here(player), defaults=said)


def remove(player: Player) -> None:
    """Takes the notice back."""
    Absence.objects.filter(player=player).delete()


def _shown(said: QuerySet[Absence], now: datetime) -> list[Absence]:
    """Those of these that others may read: from two weeks before until the last day is over where its player is.

    Those of muted players are left out.
    """
    around = (now - DAY).date(), (now + DAY).date()  # what day it may be, anywhere
    near = said.filter(starts_on__lte=around[1] + SHOWN_BEFORE, ends_on__gte=around[0])
    heard = Q(player__muted_until=None) | Q(player__muted_until__lte=now)
    found = near.filter(heard, player__is_active=True).select_related("player")
    return [one for one in found if _is_shown(one, now.astimezone(zone(one.player.time_zone)).date())]


def _is_shown(one: Absence, today: date) -> bool:
    return one.starts_on - SHOWN_BEFORE <= today <= one.ends_on


def at_table(game: Game, now: datetime) -> list[Absence]:
    """What the players at a game say, as far as others may read it, in the order in which they go."""
    said = Absence.objects.filter(player__in=game.seats.values("player")).order_by("starts_on", "player")
    return _shown(said, now)


def of_players(players: Iterable[str], now: datetime) -> dict[str, Absence]:
    """The same for these players, by id."""
    said = Absence.objects.filter(player__in=set(players))
    return {one.player_id: one for one in _shown(said, now)}


def tell(one: Absence) -> str:
    """The notice as a sentence: "Ada, from 3 May 2026 to 10 May 2026: On a walk"."""
    facts = {"name": one.player.display_name, "from": _day(one.starts_on), "until": _day(one.ends_on)}
    when = _("%(name)s, from %(from)s to %(until)s") % facts
    return f"{when}: {one.text}" if one.text else when


def _day(day: date) -> str:
    return formats.date_format(day, DATE)

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
from notifications.models import Absence

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


def shown(now: datetime) -> QuerySet[Absence]:
    """What others may read: from two weeks before until it is over, except from muted players."""
    today = now.date()
    said = Absence.objects.filter(starts_on__lte=today + SHOWN_BEFORE, ends_on__gte=today)
    heard = Q(player__muted_until=None) | Q(player__muted_until__lte=now)
    return said.filter(heard, player__is_active=True).select_related("player")


def at_table(game: Game, now: datetime) -> QuerySet[Absence]:
    """The same for the players at a game."""
    return shown(now).filter(player__in=game.seats.values("player")).order_by("starts_on", "player")


def of_players(players: Iterable[str], now: datetime) -> dict[str, Absence]:
    """The same for these players, by id."""
    return {one.player_id: one for one in shown(now).filter(player__in=set(players))}


def tell(one: Absence) -> str:
    """The notice as a sentence: "Ada, from 3 May 2026 to 10 May 2026: On a walk"."""
    facts = {"name": one.player.called, "from": _day(one.starts_on), "until": _day(one.ends_on)}
    when = _("%(name)s, from %(from)s to %(until)s") % facts
    return f"{when}: {one.text}" if one.text else when


def _day(day: date) -> str:
    return formats.date_format(day, DATE)

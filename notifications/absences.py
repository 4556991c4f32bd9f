"""Players' notices of absence for the others at their tables."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.formats import write_date
from games.models import Game, Player
from games.people.player_rows import still_here
from games.presentation.words.sentences import introduce
from games.zones import zone
from notifications.models import Absence

DAY: Final = timedelta(days=1)
SHOWN_BEFORE: Final = timedelta(days=14)
LONGEST: Final = timedelta(days=366)
DATE: Final = "j F Y"
DAY_AND_MONTH: Final = "j F"


def put(player: Player, *, text: str, starts_on: date, ends_on: date) -> None:
    """Publish a notice, replacing any previous one. Raises Forbidden for anyone who is gone."""
    fields = {"text": text, "starts_on": starts_on, "ends_on": ends_on}
    with transaction.atomic():
        Absence.objects.update_or_create(player=still_here(player), defaults=fields)


def remove(player: Player) -> None:
    """Withdraw the notice."""
    Absence.objects.filter(player=player).delete()


def _list_readable(notices: QuerySet[Absence], now: datetime) -> list[Absence]:
    """Return those of these notices that others may read.

    They may read a notice from two weeks before its first day until its last day is over in the player's time zone,
    unless the player is muted.
    """
    around = (now - DAY).date(), (now + DAY).date()  # days that it may be today, anywhere
    near = notices.filter(starts_on__lte=around[1] + SHOWN_BEFORE, ends_on__gte=around[0])
    heard = Q(player__muted_until=None) | Q(player__muted_until__lte=now)
    rows = near.filter(heard, player__is_active=True).select_related("player")
    return [absence for absence in rows if _is_shown(absence, now.astimezone(zone(absence.player.time_zone)).date())]


def _is_shown(absence: Absence, today: date) -> bool:
    return absence.starts_on - SHOWN_BEFORE <= today <= absence.ends_on


def at_table(game: Game, now: datetime) -> list[Absence]:
    """Return the readable notices of players in a game, in order of departure."""
    notices = Absence.objects.filter(player__in=game.seats.values("player")).order_by("starts_on", "player")
    return _list_readable(notices, now)


def of_players(players: Iterable[str], now: datetime) -> dict[str, Absence]:
    """Return the readable notices of these players, by player id."""
    notices = Absence.objects.filter(player__in=set(players))
    return {absence.player_id: absence for absence in _list_readable(notices, now)}


def tell(absence: Absence) -> str:
    """Write the notice as a sentence: "Ada, from 3 May 2026 to 10 May 2026: On a walk"."""
    placeholders = {
        "name": absence.player.display_name,
        "from": _format_day(absence.starts_on),
        "until": _format_day(absence.ends_on),
    }
    when = _("%(name)s, from %(from)s to %(until)s") % placeholders
    return f"{introduce(when)} {absence.text}" if absence.text else when


def tell_at_seat(absence: Absence, now: datetime) -> str:
    """Write the notice for a list of players: "away until 10 May", or from when, as days where they are."""
    if absence.starts_on <= now.astimezone(zone(absence.player.time_zone)).date():
        return _("away until %(day)s") % {"day": write_date(absence.ends_on, DAY_AND_MONTH)}
    return _("away from %(day)s") % {"day": write_date(absence.starts_on, DAY_AND_MONTH)}


def _format_day(day: date) -> str:
    return write_date(day, DATE)

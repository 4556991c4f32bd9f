"""Vacations by email: “vacation until Friday”, in a reply about any game or to the site itself."""

from datetime import date, datetime

from django.utils.translation import gettext as _

from games.models import Player
from games.presentation import words
from games.presentation.words.vacations import tell_clocks
from games.table.clocks import vacations
from games.table.clocks.habits import DAY
from games.table.clocks.local_days import begin_day
from games.zones import zone
from notifications.times import spell


def take(player: Player, until: date, now: datetime) -> str:
    """Send the player on vacation from now to the end of this day, and say so. Raises Refused, Unprocessable."""
    end = begin_day(until + DAY, zone(player.time_zone))
    vacations.take(player=player, begin=None, end=end, now=now)
    away = _("You are on vacation until %(when)s.") % {"when": spell(end, player.time_zone)}
    return f"{away} {tell_clocks([words.game_name(game) for game in vacations.games_without(player)])}"

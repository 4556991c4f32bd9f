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
from notifications.order_words import order_words
from notifications.times import spell


def take(player: Player, until: date, now: datetime) -> str:
    """Send the player on vacation from now to the end of this day, and say so. Raises Refused, Unprocessable."""
    end = begin_day(until + DAY, zone(player.time_zone))
    vacations.take(player=player, begin=None, end=end, now=now)
    away = _("You are on vacation until %(when)s.") % {"when": spell(end, player.time_zone)}
    clocks = tell_clocks([words.game_name(game) for game in vacations.games_without(player)])
    return f"{away} {clocks} {_('To end it sooner, reply “%(vacation_off)s”.') % order_words()}"


def end(player: Player, now: datetime) -> str:
    """End the player's vacation now, or give up the next one, and say so."""
    coming = sorted(vacation for vacation in vacations.of_player(player) if vacation.end > max(now, vacation.begin))
    if not coming:
        return _("You are not on vacation, so there is none to end.")
    vacations.give_up(player=player, begin=coming[0].begin, now=now)
    if coming[0].begin > now:
        return _("Your next vacation is called off.")
    return _("Your vacation is over. Deadlines stay as they are now; your clocks run from here on.")

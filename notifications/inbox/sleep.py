"""The hours at which a player's clock stands still, set by email."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from games import zones
from games.models import Player
from games.people import accounts
from games.presentation.words.lists import listed
from games.table.clocks.habits import written_quiet
from notifications.inbox.orders import SetSleep
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer
from notifications.policy import preferences

FEW: Final = 5


def act(writer: Writer, order: SetSleep, answer: SiteAnswer) -> None:
    """Save the hours, and the zone if the line names one. Raises CannotDo, Unprocessable."""
    quiet = written_quiet(order.begin, order.end) if order.begin and order.end else None
    changes: dict[str, object] = {"quiet_hours": quiet}
    if order.place:
        changes["time_zone"] = _find_zone(order.place)
    writer.player = accounts.change_profile(player=writer.registered_player, changes=changes, now=writer.now)
    answer.did_anything = True
    answer.say(tell(writer))


def _find_zone(place: str) -> str:
    """Return the only zone of this name. Raises CannotDo."""
    zone_names = zones.find(place)
    if len(zone_names) == 1:
        return zone_names[0]
    if zone_names:
        raise CannotDo(_("Which one? %(few)s") % {"few": listed(zone_names[:FEW])})
    raise CannotDo(_("I know no such place. Name a large city in your time zone."))


def tell(writer: Writer) -> str:
    """Say when the player's clock stands still, and when emails wait."""
    return " ".join([_tell_clock(writer.registered_player), *_tell_emails(writer.registered_player)])


def _tell_clock(player: Player) -> str:
    quiet, zone = player.habits.get("quiet_hours"), player.time_zone
    if not quiet:
        return _("Your clock runs at night, too. Times are in %(zone)s.") % {"zone": zone}
    placeholders = {"begin": quiet["begin"], "end": quiet["end"], "zone": zone}
    return _("Your clock stands still from %(begin)s to %(end)s (%(zone)s).") % placeholders


def _tell_emails(player: Player) -> Iterator[str]:
    if quiet := preferences.quiet_hours(player):
        hours = {"begin": f"{quiet.begin:%H:%M}", "end": f"{quiet.end:%H:%M}"}
        yield _("Emails that can wait do so from %(begin)s to %(end)s.") % hours

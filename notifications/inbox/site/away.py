"""“vacation until 1 December”, written to the site: it is about all of a player's games."""

import re
from typing import Final

from django.utils.translation import gettext as _

from games.zones import zone
from notifications.inbox import vacation
from notifications.inbox.orders import EndVacation, days, words
from notifications.inbox.site.orders import GoOnVacation
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer

EXAMPLE: Final = "vacation until 1 December"
_VACATION: Final = re.compile(r"(?:vacation|holidays?|away)(?: is)?(?: (?:until|till|til|through|to) (?P<day>.+))?")


def read(line: str) -> GoOnVacation | None:
    """Return the order to go on vacation, whatever day it names; None for another line."""
    match = _VACATION.fullmatch(words.without_courtesy(words.plain(line)))
    return GoOnVacation(match["day"] or "", line) if match else None


def end(writer: Writer, _order: EndVacation, answer: SiteAnswer) -> None:
    """End the vacation."""
    answer.say(vacation.end(writer.registered_player, writer.now))
    answer.did_anything = True


def act(writer: Writer, order: GoOnVacation, answer: SiteAnswer) -> None:
    """Take the vacation. Raises CannotDo for what is not a day of the calendar, Refused, Unprocessable."""
    player = writer.registered_player
    until = days.read(order.until, writer.now.astimezone(zone(player.time_zone)).date())
    if len(until) != 1:
        raise CannotDo(_("Until which day? Write it like this: “%(example)s”.") % {"example": EXAMPLE})
    answer.say(vacation.take(player, until[0], writer.now))
    answer.did_anything = True

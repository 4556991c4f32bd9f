"""The subjects of emails about a game or a competition.

Mail programs keep emails with one subject, and one message that they all answer, together; so there is one for all
emails about turns of a game, and few others.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from notifications.letters.registry import by_rules, named, of_cup, of_season

TURN: Final = named(_("Your turn"))
TIME: Final = named(_("Out of time"))
STARTED: Final = named(_("Game started"))
OVER: Final = named(_("Game over"))
SERIES_OVER: Final = named(_("Series over"))
SEASON_BEGAN: Final = of_season(_("Season started"))
SEASON_OVER: Final = of_season(_("Season over"))
SEASON_POSTPONED: Final = of_season(_("Season postponed"))
PLACE_GIVEN: Final = of_season(_("A place for you"))
PLACE_LOST: Final = of_season(_("Place lost"))
CUP_ROUND: Final = of_cup(_("Round started"))
CUP_RESULT: Final = of_cup(_("Round over"))
CUP_OVER: Final = of_cup(_("Cup over"))
CUP_LEFT: Final = of_cup(_("You are out of the cup"))
CUP_PUT_OFF: Final = of_cup(_("Cup postponed"))
CUP_CALLED_OFF: Final = of_cup(_("Cup called off"))
CLOSED: Final = named(_("Game closed"))
CLOSING: Final = named(_("Closing soon"))
PAUSE: Final = named(_("Pause"))
SEAT: Final = named(_("Your seat"))
RULING: Final = named(_("Ruling"))
PROPOSAL: Final = named(_("Proposal"))
DISPUTE: Final = named(_("Dispute"))
INVITATION: Final = by_rules(_("Invitation"))
SEAT_OFFERED: Final = by_rules(_("Seat offered"))

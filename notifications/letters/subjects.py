"""The subjects of emails about a game or a competition.

Mail programs group emails that share a subject and reply to one message, so all emails about turns of a game share one
subject, and few others exist.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from notifications.letters.registry import by_rules, of_cup, of_season, with_game_name

TURN: Final = with_game_name(_("Your turn"))
TIME: Final = with_game_name(_("Out of time"))
STARTED: Final = with_game_name(_("Game started"))
OVER: Final = with_game_name(_("Game over"))
SERIES_OVER: Final = with_game_name(_("Series over"))
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
CLOSED: Final = with_game_name(_("Game closed"))
CLOSING: Final = with_game_name(_("Closing soon"))
PAUSE: Final = with_game_name(_("Pause"))
SEAT: Final = with_game_name(_("Your seat"))
RULING: Final = with_game_name(_("Ruling"))
PROPOSAL: Final = with_game_name(_("Proposal"))
DISPUTE: Final = with_game_name(_("Dispute"))
INVITATION: Final = by_rules(_("Invitation"))
SEAT_OFFERED: Final = by_rules(_("Seat offered"))

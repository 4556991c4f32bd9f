"""The orders that our texts quote, as a reader can send them.

Texts have them as placeholders, so that a language can have its own orders as soon as replies in it are read. Until
then all readers get the English ones. What an example names besides (a player, a day, a table) is part of the order.
"""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, str]] = {
    "accept": "accept",
    "admin": "admin",
    "always": "yes always",
    "decline": "decline",
    "draw_deck": "A: draw deck",
    "four_seats": "4 seats",
    "games": "games",
    "go_on": "go on",
    "help": "help",
    "join": "join",
    "keep": "keep",
    "keep_two": "A: keep B and C",
    "more_time": "propose more time 2 days",
    "moves": "moves",
    "new_table": "new usa, 3 seats, daily",
    "no": "no",
    "nudge": "nudge",
    "number": "1",
    "number_in_game": "A1",
    "open_tables": "open tables",
    "pause": "pause",
    "plan": "plan:",
    "plan_off": "plan off",
    "play_again": "play again",
    "propose_take_back": "propose take back",
    "rename": "rename me Ada",
    "resign": "resign",
    "return": "return",
    "say": "say",
    "say_hello": "A: say Hello",
    "say_well_played": "say Well played!",
    "send_mail_again": "send mail again",
    "sign_up": "sign up",
    "sign_up_ada": "sign up Ada",
    "stand_in": "stand-in",
    "stand_in_for": "propose stand-in for Bela",
    "sleep": "sleep 22:30 to 7:30 in Berlin",
    "start": "start",
    "status": "status",
    "stop_all_mail": "stop all mail",
    "take_back": "take back",
    "two_days": "2 days",
    "vacation": "vacation until",
    "vacation_off": "vacation off",
    "withdraw": "withdraw",
    "yes": "yes",
}


def order_words() -> Mapping[str, str]:
    """Return the orders by the names that placeholders have."""
    return ENGLISH

"""What is of no use in a player's last turn, said where they are asked for it: on the page and in the email."""

from django.utils.translation import gettext as _

import engine
from engine.boards import Board
from engine.parts.turns import TakeTurn


def warn_of_last_turn(view: engine.View, board: Board, prompt: engine.PromptView | None) -> str:
    """Return that this is the asked player's last turn, and what is of no use in it; "" before the last round."""
    if view["turns_left"] is None or prompt is None or prompt["type"] != TakeTurn.tag:
        return ""
    if board.routes:
        return _("This is your last turn. Cards that you take score nothing; a drawn ticket counts, done or not.")
    now = _("What you take or place now does not reach your track in time.")
    if has_another_round(view):
        numbers = {"round": view["round"], "next": view["round"] + 1}
        last = _("This is your last turn of round %(round)d.")
        kept = _("Cards in your hand stay yours for round %(next)d; those in your rail yard are discarded.")
        return " ".join((last % numbers, now, kept % numbers))
    return " ".join((_("This is your last turn."), now))


def has_another_round(view: engine.View) -> bool:
    """Check whether another round follows the present one, in a game of several."""
    return "round" in view and view["round"] < view["rounds"]

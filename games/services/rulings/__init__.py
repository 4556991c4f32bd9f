"""Rulings: what admins decide about a game, each an entry of its log.

An order (`orders`) says what is wanted; `rule` carries it out, `preview` says what would change, `undo` orders the
opposite. How an order becomes an entry is told in `desk`.
"""

from games.services.rulings.desk import IN_BULK, confirm, of_itself, rule, rule_in_bulk, tries_noted, withdraw
from games.services.rulings.learned import Learned
from games.services.rulings.orders import (
    Correct,
    End,
    Extend,
    MoveFor,
    Order,
    Pause,
    Reinstate,
    Remove,
    Reopen,
    Replace,
    Resume,
    SetBack,
    TakeBack,
    read,
    written,
)
from games.services.rulings.previews import Asked, Preview, SeatChange, preview
from games.services.rulings.undoing import preview_undo, undo

__all__ = [
    "IN_BULK",
    "Asked",
    "Correct",
    "End",
    "Extend",
    "Learned",
    "MoveFor",
    "Order",
    "Pause",
    "Preview",
    "Reinstate",
    "Remove",
    "Reopen",
    "Replace",
    "Resume",
    "SeatChange",
    "SetBack",
    "TakeBack",
    "confirm",
    "of_itself",
    "preview",
    "preview_undo",
    "read",
    "rule",
    "rule_in_bulk",
    "tries_noted",
    "undo",
    "withdraw",
    "written",
]

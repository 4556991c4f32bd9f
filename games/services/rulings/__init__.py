"""Rulings: what admins decide about a game, each an entry of its log.

An order (`orders`) says what is wanted; `rule` carries it out, `preview` says what would change, `undo` orders the
opposite. How an order becomes an entry is told in `desk`.
"""

from games.services.rulings.desk import Preview, confirm, preview, rule, rule_in_bulk, withdraw
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
    TakeBack,
)
from games.services.rulings.undoing import preview_undo, undo

__all__ = [
    "Correct",
    "End",
    "Extend",
    "MoveFor",
    "Order",
    "Pause",
    "Preview",
    "Reinstate",
    "Remove",
    "Reopen",
    "Replace",
    "Resume",
    "TakeBack",
    "confirm",
    "preview",
    "preview_undo",
    "rule",
    "rule_in_bulk",
    "undo",
    "withdraw",
]

"""Rulings: decisions about a game by admins, or by all at a table, each an entry of its log.

1. A command (`commands`) is an order; `handler` carries it out with `rule`, keeps it as a proposal if it takes two
   admins, and records it. Its `context` is the game at that moment.
2. The effect of each command: `board` (the position), `clock`, `seats`.
3. `previews` shows what would change, `disclosure` what has been seen in entries that would be taken back, and `undo`
   orders the opposite (`reversal`).
4. `by_the_table` carries out what all at the table have agreed on (`games.table.agreements`): such a ruling has no
   admin. Neither has a ruling by an announced rule of a competition (`by_rule`).
5. `bulk` rules on many games; `pauses` handles pauses that players agree on, without an admin; `secrets` opens what
   seats hold, which is recorded.
"""

from games.table.rulings.commands import (
    Correct,
    End,
    Extend,
    MoveFor,
    OpenTalk,
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
from games.table.rulings.disclosure import Learned
from games.table.rulings.handler import (
    by_rule,
    by_the_table,
    confirm,
    of_itself,
    refuse_single,
    rule,
    tries_noted,
    withdraw,
)
from games.table.rulings.previews import OpenedPrompt, Preview, SeatChange, preview, preview_for_the_table
from games.table.rulings.reversal import opposite, preview_undo, undo

__all__ = [
    "Correct",
    "End",
    "Extend",
    "Learned",
    "MoveFor",
    "OpenTalk",
    "OpenedPrompt",
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
    "by_rule",
    "by_the_table",
    "confirm",
    "of_itself",
    "opposite",
    "preview",
    "preview_for_the_table",
    "preview_undo",
    "read",
    "refuse_single",
    "rule",
    "tries_noted",
    "undo",
    "withdraw",
    "written",
]

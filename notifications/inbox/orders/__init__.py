"""Interpretation of typed lines as orders, given the legal moves. Pure.

`reader` goes through the lines; `words` normalizes each for comparison: lowercase without accents, split into words and
numbers. `moves` finds the moves of the board that words may mean, `wishes` recognizes all other orders, and `days`
reads dates. An ambiguous line is not an order: `nearness` finds what to ask about instead.
"""

from notifications.inbox.orders.kinds import (
    Ask,
    AskAdmin,
    Decline,
    GivePlan,
    GoOn,
    LeaveGame,
    NudgeThem,
    Offered,
    Order,
    OrdersRead,
    PlayMove,
    ProposeThis,
    SayLine,
    StoppedAt,
    TakeBackMove,
    TakeSeatAgain,
    TakeVacation,
    Why,
    WithdrawProposal,
)
from notifications.inbox.orders.letters import unknown as unknown_letters
from notifications.inbox.orders.nearness import beginning_like, near
from notifications.inbox.orders.reader import is_meant, read

__all__ = [
    "Ask",
    "AskAdmin",
    "Decline",
    "GivePlan",
    "GoOn",
    "LeaveGame",
    "NudgeThem",
    "Offered",
    "Order",
    "OrdersRead",
    "PlayMove",
    "ProposeThis",
    "SayLine",
    "StoppedAt",
    "TakeBackMove",
    "TakeSeatAgain",
    "TakeVacation",
    "Why",
    "WithdrawProposal",
    "beginning_like",
    "is_meant",
    "near",
    "read",
    "unknown_letters",
]

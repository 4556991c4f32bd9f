"""What the typed lines order, among the legal moves. Pure.

`reader` goes through the lines; `words` makes each comparable: small letters without accents, in words and numbers.
`moves` knows which moves of the board some words may mean, `wishes` knows all other orders, `days` reads dates. What
may mean two things is not read at all: `nearness` finds what to ask about instead.
"""

from notifications.inbox.orders.kinds import (
    Ask,
    AskAdmin,
    Decline,
    GivePlan,
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
    WishPause,
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
    "WishPause",
    "WithdrawProposal",
    "beginning_like",
    "is_meant",
    "near",
    "read",
    "unknown_letters",
]

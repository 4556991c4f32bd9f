"""Interpretation of typed lines as orders, given the legal moves. Pure.

`lines` goes through them, as through those to the site; `reader` reads each. `words` makes it comparable: small
letters without accents, in words and numbers. `numbers` and `titles` know what chooses from the email's list, with the
words of `vocabulary`; `clauses` part an order from talk on its line, and `spellings` mends names of cities.
`moves` knows which moves of the board some words may mean, `wishes` knows all other orders, `days` reads dates. What
may mean two things is not read at all: `nearness` finds what to ask about instead. `yes_no` answers other questions,
`talk` is what stands beside orders, `foreign` knows lines in a language that is not read, and `languages` turns those
of the player's language into English first.
"""

from notifications.inbox.orders import languages
from notifications.inbox.orders.cards import mentions_cards, names_cards
from notifications.inbox.orders.draws import MOST as MOST_DRAWN
from notifications.inbox.orders.foreign import is_foreign, is_partly_foreign
from notifications.inbox.orders.kinds import (
    Ask,
    AskAdmin,
    Decline,
    EndVacation,
    GivePlan,
    GoOn,
    HandOver,
    LeaveGame,
    NudgeThem,
    Offered,
    OpenRematch,
    Order,
    PlanLine,
    PlayMove,
    ProposeThis,
    SayLine,
    SetSleep,
    TakeBackMove,
    TakeSeatAgain,
    TakeVacation,
    Title,
    WithdrawProposal,
)
from notifications.inbox.orders.letters import unknown as unknown_letters
from notifications.inbox.orders.line_reader import may_order
from notifications.inbox.orders.lines import OrdersRead, StoppedAt, Why
from notifications.inbox.orders.nearness import beginning_like, near
from notifications.inbox.orders.reader import is_meant, read
from notifications.inbox.orders.sleep_hours import EXAMPLE as EXAMPLE_OF_SLEEP

__all__ = [
    "EXAMPLE_OF_SLEEP",
    "MOST_DRAWN",
    "Ask",
    "AskAdmin",
    "Decline",
    "EndVacation",
    "GivePlan",
    "GoOn",
    "HandOver",
    "LeaveGame",
    "NudgeThem",
    "Offered",
    "OpenRematch",
    "Order",
    "OrdersRead",
    "PlanLine",
    "PlayMove",
    "ProposeThis",
    "SayLine",
    "SetSleep",
    "StoppedAt",
    "TakeBackMove",
    "TakeSeatAgain",
    "TakeVacation",
    "Title",
    "Why",
    "WithdrawProposal",
    "beginning_like",
    "is_foreign",
    "is_meant",
    "is_partly_foreign",
    "languages",
    "may_order",
    "mentions_cards",
    "names_cards",
    "near",
    "read",
    "unknown_letters",
]

"""Lines of a plan, typed in an email: in a plan's own words, or in those of any order. Pure.

A plan has its own grammar (`games.table.plans.parser`). `lines` reads what follows it as it stands. Of any other line,
`guards` part the conditions, and `meanings` find what the vocabulary of orders makes of the rest: "claim den-oma",
"take two from the deck", the number of a move on the list. What they mean is written in the plan's own words.
"""

from notifications.inbox.orders.plans.lines import is_meant, read_line

__all__ = ["is_meant", "read_line"]

"""Plans: what a player wants done while away: lines of text go in, one answer comes out.

A plan is a list of lines (`games.table.plans.parser` says how they are written). Each is an order, which may be bound
to conditions, or says when the plan stops. When its seat is asked something, `choose` tells what the plan does:

1. Where a line that stops the plan holds, or an order can never be carried out any more, it stops and says why.
2. Otherwise the first order that can be carried out now gives the move.
3. Otherwise it waits: the player has to answer this question, and the plan goes on after it.

A plan decides from what its seat may know and from nothing else: the seat's view, its options, and the entries of the
log since the plan was given, as they are told to the seat. The same again gives the same answer.

What lines can say is in `games.table.plans.words`, a module for each subject; a game with more to say adds a module.
Every move in a game's own notation is an order, too.

So far all is pure. `own_plan` and `execution` join it to rows: how a plan is given, shown and cancelled, and the sweep
that carries plans out.
"""

from games.table.plans.decision import Act, Answer, PlanStop, Wait, choose, refusals
from games.table.plans.parser import Mistake, ReadPlan, Unreadable, read
from games.table.plans.vocabulary import Seen

__all__ = [
    "Act",
    "Answer",
    "Mistake",
    "PlanStop",
    "ReadPlan",
    "Seen",
    "Unreadable",
    "Wait",
    "choose",
    "read",
    "refusals",
]

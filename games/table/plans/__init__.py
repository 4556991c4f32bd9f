"""Plans: what a player wants done while away, written as lines of text that yield one answer to each question.

A plan is a list of lines (`games.table.plans.parser` defines their grammar). Each is an order, possibly with
conditions, or says when the plan stops. When its seat is asked something, `choose` decides what the plan does:

1. If a stop line holds, or an order can never be carried out any more, it stops with a reason.
2. Otherwise the first order that can be carried out now gives the move.
3. Otherwise it waits: the player has to answer this question, and the plan goes on after it.

A plan decides only from what its seat may know: the seat's view, its options, and the log since the plan was given, as
visible to the seat. The same input gives the same answer.

The vocabulary of lines is in `games.table.plans.words`, a module for each subject; a game that needs more adds a
module. Every move in a game's own notation is also an order.

All of this is pure. `own_plan` and `execution` connect it to the database: giving, showing and cancelling a plan, and
the sweep that carries plans out.
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

"""Orders to keep tickets, and the condition that the seat's own tickets are completed.

keep 3 17                        exactly these, if the rules allow it
keep all | keep fewest           all that are offered; as few as allowed, those of the lowest value
... when tickets done            all my tickets are completed
"""

from dataclasses import dataclass
from typing import ClassVar, Final

import engine
from engine.boards import Ticket
from engine.errors import EngineError, MalformedMove
from engine.model import Choices
from engine.parts.tickets import Keep
from games.table.plans.vocabulary import Condition, ConditionReader, PlanOrder, PlanWords, Seen


@dataclass(frozen=True)
class KeepThese(PlanOrder):
    """An order to keep exactly these tickets."""

    tickets: tuple[Ticket, ...]

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the move that keeps the tickets, if it is legal."""
        keep = Keep(self.tickets)
        return keep if keep in options else None

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return an error if the tickets are already held, or are not among those offered now."""
        numbers = {situation.board.tickets[ticket].number for ticket in self.tickets}
        held_numbers = numbers & {ticket["number"] for ticket in situation.tickets}
        if held_numbers:
            return EngineError("ticket_held", tickets=sorted(held_numbers))
        if situation.question is None or "offer" not in situation.question:
            return None
        offered = [ticket["number"] for ticket in situation.question["offer"]]
        return None if numbers <= set(offered) else EngineError("ticket_not_offered", offered=offered)


@dataclass(frozen=True)
class KeepSome(PlanOrder):
    """An order to keep all offered tickets, or the fewest with the lowest value."""

    lasting: ClassVar[bool] = True
    every: bool

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the move that keeps all offered tickets, or the fewest."""
        question = situation.question
        offered = question.get("offer", []) if question else []
        offer = [situation.board.ticket_of[ticket["number"]] for ticket in offered]
        least = question.get("at_least", 0) if question else 0
        cheapest = sorted(offer, key=lambda ticket: (situation.board.tickets[ticket].points, ticket))
        keep = Keep(tuple(offer if self.every else cheapest[:least]))
        return keep if keep in options else None


class TicketsDone(Condition):
    """The condition that all of the seat's tickets are completed."""

    def holds(self, situation: Seen) -> bool:
        return all(ticket["completed"] for ticket in situation.tickets)


def _read_keep(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    if words in (["all"], ["fewest"]):
        return KeepSome(every=words == ["all"])
    numbers = engine.notation.numbers(rules.board, tuple(rules.board.ticket_of.values())[:2])
    expected = f"keep {numbers}, keep all, keep fewest, or keep best"
    return KeepThese(engine.notation.tickets(rules.board, words, "keep_what", expected))


def _read_tickets(rules: engine.Ruleset, words: list[str]) -> Condition:
    if words != ["done"]:
        raise MalformedMove("tickets_what", expected="tickets done")
    return TicketsDone()


WORDS: Final = PlanWords(orders={"keep": _read_keep}, conditions={"tickets": ConditionReader(_read_tickets)})

"""A plan's decision when its seat is asked something; a pure function of its input."""

from dataclasses import replace
from typing import Final, NamedTuple

import engine
from engine.errors import EngineError
from engine.model import Choices
from games.kinds import EntryKind
from games.table.plans.parser import Guard, Mistake, ReadPlan
from games.table.plans.vocabulary import Seen

CONDITION: Final = "condition_holds"


class Act(NamedTuple):
    """The answer to play a move, and the line that orders it; with `ends`, the line is used up."""

    move: engine.Move
    line: int
    ends: bool


class Wait(NamedTuple):
    """The decision to leave this question to the player; the plan goes on after it."""


class PlanStop(NamedTuple):
    """The end of a plan; `line` is the line that stops it or cannot be carried out, if there is one."""

    reason: EngineError
    line: int | None = None


Answer = Act | Wait | PlanStop


def choose(plan: ReadPlan, situation: Seen, options: Choices) -> Answer:
    """Return the plan's answer to the question to its seat; `options` are the seat's legal moves."""
    return _find_stop(plan, situation) or _find_act(plan, situation, options) or Wait()


def _find_stop(plan: ReadPlan, situation: Seen) -> PlanStop | None:
    if any(entry["kind"] == EntryKind.RULED and entry["events"] for entry in situation.news):
        return PlanStop(EngineError("ruling_changed_the_game"))
    for stop in plan.stops:
        if _holds(stop.guard, situation):
            return PlanStop(EngineError(CONDITION), stop.number)
    for line in plan.orders:
        trouble = None if line.order.done(situation) else line.order.trouble(situation)
        if trouble is not None:
            return PlanStop(trouble, line.number)
    if all(line.order.done(situation) for line in plan.orders):
        return PlanStop(EngineError("plan_is_done"))
    return None


def _find_act(plan: ReadPlan, situation: Seen, options: Choices) -> Act | None:
    to_do = [line for line in plan.orders if not line.order.done(situation)]
    situation = replace(situation, lacking_cards=[card for line in to_do for card in line.order.wants(situation)])
    for line in to_do:
        if _holds(line.guard, situation):
            move = line.order.move(situation, options)
            if move is not None:
                return Act(move, line.number, not line.lasting)
    return None


def _holds(guard: Guard, situation: Seen) -> bool:
    return all(condition.holds(situation) for condition in guard.conditions) == guard.expected


def refusals(plan: ReadPlan, situation: Seen) -> list[Mistake]:
    """Return the lines that make no sense now: those that can never apply, and those already fulfilled."""
    mistakes = [] if plan.orders else [Mistake(1, EngineError("nothing_to_do"))]
    for line in plan.orders:
        error = EngineError("already_so") if line.order.done(situation) else line.order.refusal(situation)
        errors = [error, *(condition.refusal(situation) for condition in line.guard.conditions)]
        mistakes += [Mistake(line.number, error) for error in errors if error is not None]
    for stop in plan.stops:
        errors = [condition.refusal(situation) for condition in stop.guard.conditions]
        mistakes += [Mistake(stop.number, error) for error in errors if error is not None]
    return sorted(mistakes, key=lambda mistake: mistake.line)

"""What a plan does when its seat is asked something: pure, and the same again for the same again."""

from dataclasses import replace
from typing import Final, NamedTuple

import engine
from engine.errors import EngineError
from engine.model import Choices
from games.kinds import EntryKind
from games.plans.reading import Guard, Mistake, ReadPlan
from games.plans.vocabulary import Seen

CONDITION: Final = "condition_holds"


class Act(NamedTuple):
    """Play this move, which this line orders; with `ends`, the line is used up."""

    move: engine.Move
    line: int
    ends: bool


class Wait(NamedTuple):
    """No answer to this question; the plan goes on after it."""


class PlanStop(NamedTuple):
    """The plan is over; `line` is the one that says so or cannot be carried out, if there is one."""

    reason: EngineError
    line: int | None = None


Answer = Act | Wait | PlanStop


def choose(plan: ReadPlan, seen: Seen, options: Choices) -> Answer:
    """The plan's answer to what its seat is asked; `options` are the seat's legal moves."""
    return _stopped(plan, seen) or _order(plan, seen, options) or Wait()


def _stopped(plan: ReadPlan, seen: Seen) -> PlanStop | None:
    if any(entry["kind"] == EntryKind.RULED and entry["events"] for entry in seen.news):
        return PlanStop(EngineError("ruling_changed_the_game"))
    for stop in plan.stops:
        if _holds(stop.guard, seen):
            return PlanStop(EngineError(CONDITION), stop.number)
    for line in plan.orders:
        trouble = None if line.order.done(seen) else line.order.trouble(seen)
        if trouble is not None:
            return PlanStop(trouble, line.number)
    if all(line.order.done(seen) for line in plan.orders):
        return PlanStop(EngineError("plan_is_done"))
    return None


def _order(plan: ReadPlan, seen: Seen, options: Choices) -> Act | None:
    to_do = [line for line in plan.orders if not line.order.done(seen)]
    seen = replace(seen, wanted=[card for line in to_do for card in line.order.wants(seen)])
    for line in to_do:
        if _holds(line.guard, seen):
            move = line.order.move(seen, options)
            if move is not None:
                return Act(move, line.number, not line.lasting)
    return None


def _holds(guard: Guard, seen: Seen) -> bool:
    return all(condition.holds(seen) for condition in guard.conditions) == guard.wanted


def refusals(plan: ReadPlan, seen: Seen) -> list[Mistake]:
    """The lines that make no sense now: what can never be, and what is so already."""
    found = [] if plan.orders else [Mistake(1, EngineError("nothing_to_do"))]
    for line in plan.orders:
        error = EngineError("already_so") if line.order.done(seen) else line.order.refusal(seen)
        errors = [error, *(condition.refusal(seen) for condition in line.guard.conditions)]
        found += [Mistake(line.number, error) for error in errors if error is not None]
    for stop in plan.stops:
        errors = [condition.refusal(seen) for condition in stop.guard.conditions]
        found += [Mistake(stop.number, error) for error in errors if error is not None]
    return sorted(found, key=lambda mistake: mistake.line)

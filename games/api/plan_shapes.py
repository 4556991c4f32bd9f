"""What the API shows of a plan, to who gave it."""

from typing import Any

import engine
from engine.codec import Json
from engine.errors import EngineError
from games import plans
from games.api.shapes import instant
from games.refusals import explain
from games.services.plans import Shown


def plan_row(shown: Shown) -> Json:
    """The plan, and what it would do now."""
    plan = shown.plan
    return {
        "orders": plan.orders,
        "done": plan.done,
        "state": plan.state,
        "why": _why_stopped(shown),
        "made_at": instant(plan.made_at),
        "as_of": plan.as_of,
        "played": plan.played,
        "acts_at": instant(plan.acts_at),
        "now": None if shown.now is None else _answer(shown, shown.now),
    }


def _answer(shown: Shown, answer: plans.Answer) -> Json:
    row: dict[str, Any] = {"answer": "wait", "move": None, "line": None, "why": None}
    if isinstance(answer, plans.Act):
        move = engine.notation.write(shown.rules, answer.move)
        return {**row, "answer": "move", "move": move, "line": answer.line}
    if isinstance(answer, plans.Stop):
        order = None if answer.line is None else shown.plan.orders[answer.line - 1]
        return {**row, "answer": "stop", "why": _why(answer.reason, answer.line, order)}
    return row


def _why_stopped(shown: Shown) -> Json | None:
    reason = shown.plan.reason
    return _why(EngineError(reason["code"], **reason["detail"]), reason["line"], reason["order"]) if reason else None


def _why(error: EngineError, line: int | None, order: str | None) -> Json:
    return {"code": error.code, "detail": explain(error), "line": line, "order": order}

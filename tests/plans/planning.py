"""A seat with a plan in a game of the engine's tests: the plan's decisions, in lines of text."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import engine
from engine import record
from engine.record import Cause
from games.table import plans
from tests.engine.positions import Game

TODAY = date(2026, 11, 21)


def seen(game: Game, seat: int, *, since: int | None = None, played: int = 0) -> plans.Seen:
    """Return the seat's view, with the log after an entry (by default nothing has happened since)."""
    after = game.state.entry if since is None else since
    return plans.Seen(game.state.rules, engine.view(game.state, seat), news(game, seat, after), played, TODAY)


def news(game: Game, seat: int, after: int) -> list[Any]:
    """Return the entries after this one, as the seat may read them."""
    return [entry_of(game, number, events, seat) for number, events in game.entries if number > after]


def entry_of(game: Game, number: int, events: Sequence[engine.Event], seat: int) -> dict[str, Any]:
    codec = engine.codec_of(game.state.rules)
    entry = record.write(codec, number, "", Cause({"kind": "move", "seat": None}), events, [], lambda: b"")
    return record.readable(entry.public, {part.holder: part.body for part in entry.secrets if part.holder == seat})


def answer(game: Game, *lines: str, seat: int = 0, since: int | None = None, played: int = 0) -> str:
    """Return the plan's move as text; "wait"; or "stop" with the code of the reason and the line."""
    rules = game.state.rules
    options = engine.options(game.state, seat)
    match plans.choose(plans.read(rules, lines), seen(game, seat, since=since, played=played), options):
        case plans.Act(move):
            assert move in options
            return engine.notation.write(rules, move)
        case plans.Wait():
            return "wait"
        case plans.PlanStop(reason, line):
            return f"stop {reason.code} {line or '-'}"


def mistakes(game: Game, *lines: str, seat: int = 0) -> list[str]:
    """Return each mistake in the lines, as its line and its code."""
    try:
        plan = plans.read(game.state.rules, lines)
    except plans.Unreadable as unreadable:
        return [f"{mistake.line} {mistake.error.code}" for mistake in unreadable.mistakes]
    return [f"{mistake.line} {mistake.error.code}" for mistake in plans.refusals(plan, seen(game, seat))]

"""A player's plan for their seat: giving, showing and cancelling it. `games.table.plans` explains plans.

Changing a plan takes the lock of its game's row. Only its player knows of a plan before it has acted; the log then says
that a plan moved, since everybody may know that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db import transaction

import engine
from engine.codec import Json
from engine.errors import EngineError
from games import signals
from games.errors import NotFound, Refused
from games.logged_entries import LoggedEntry, is_own_move_taken_back
from games.models import Game, Plan, Player, Seat, Turn
from games.people.suspension import refuse_suspended
from games.table import plans, store
from games.table.play import moves, open_seats, plan_times

MOST_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class Shown:
    """A plan, and its current answer; None if its seat is not asked anything, or the plan has stopped."""

    plan: Plan
    rules: engine.Ruleset
    now: plans.Answer | None


def give(*, player: Player, game_id: str, lines: Sequence[str], now: datetime) -> Shown:
    """Replace the seat's plan with these orders.

    Raises NotFound, Forbidden (not_in_this_game, account_suspended), Refused (game_not_running, seat_has_left),
    plans.Unreadable with every mistake; then nothing has changed.
    """
    refuse_suspended(player, now)
    with transaction.atomic():
        table, seat = _load_table(game_id, player)
        if seat.status in open_seats.GONE:
            raise Refused("seat_has_left")
        plan = Plan(
            game=table.game,
            seat=seat.number,
            player=player,
            orders=[" ".join(line.lower().split()) for line in lines],
            made_at=now,
            as_of=table.game.head,
        )
        plan.hours_left = _read_plan(table, plan, now).hours_left
        plan.acts_at = _first_look(plan, now)
        Plan.objects.filter(game=table.game, seat=seat.number).delete()
        plan.save(force_insert=True)
        return _build_shown(table, plan, now)


def look(*, player: Player, game_id: str, now: datetime) -> Shown:
    """Return the plan of the player's seat. Raises NotFound (also no_plan), Forbidden."""
    game = moves.readable(game_id)
    plan = Plan.objects.filter(game=game, seat=moves.seat_of(game, player).number, player=player).first()
    if plan is None:
        raise NotFound("no_plan")
    return _build_shown(store.load(game), plan, now)


def is_active(*, player: Player, game_id: str) -> bool:
    """Return whether the player has a plan in this game that has not stopped."""
    return Plan.objects.filter(game=game_id, player=player, state=Plan.State.ACTIVE).exists()


def cancel(*, player: Player, game_id: str) -> None:
    """Cancel the plan of the player's seat, who must answer an open question again. Raises what `look` raises."""
    with transaction.atomic():
        game = _lock_game(game_id)
        seat = moves.seat_of(game, player)
        plan = Plan.objects.filter(game=game, seat=seat.number, player=player).first()
        if plan is None:
            raise NotFound("no_plan")
        waited = plan.acts_at is not None
        plan.delete()
        if waited:
            tell(game, seat, Turn.objects.filter(game=game, seat=seat.number, closed_at=None).first(), "cancelled")


def tell(game: Game, seat: Seat, turn: Turn | None, outcome: str, plan: int | None = None) -> None:
    """Notify the player that the plan leaves an open question to them, or that it has stopped."""
    facts = {"game": game, "seat": seat, "player": seat.player, "turn": turn, "what": outcome, "plan": plan}
    signals.plan_declined.send(sender=Game, **facts)


def seen(table: store.LoadedGame, plan: Plan, news: list[LoggedEntry], now: datetime) -> plans.Seen:
    """Return everything the plan may decide from. `news`: the log since it was given, as its seat may read it."""
    view = engine.view(table.state, plan.seat)
    return plans.Seen(table.state.rules, view, _what_counts(news, plan.seat), plan.played, now.astimezone(UTC).date())


def _what_counts(news: Sequence[LoggedEntry], seat: int) -> list[LoggedEntry]:
    """Leave out moves that others took back by themselves, and the taking back: they have not changed the game."""
    undone: set[int] = set()
    for entry in filter(is_own_move_taken_back, news):
        if entry["agreed"] != [seat]:
            undone.update(range(entry["as_of"] + 1, entry["number"] + 1))
    return [entry for entry in news if entry["number"] not in undone]


def news_of(table: store.LoadedGame, plan: Plan) -> list[LoggedEntry]:
    """Return the log since the plan was given, as its seat may read it."""
    return store.log_for(table.game, plan.seat, plan.as_of)


def answer(table: store.LoadedGame, plan: Plan, news: list[LoggedEntry], now: datetime) -> plans.Answer:
    """Return the plan's answer to its seat's open question, given the log since the plan was given."""
    try:
        read = plans.read(table.state.rules, plan.orders)
    except plans.Unreadable as unreadable:  # its words are no longer understood
        return plans.PlanStop(unreadable.mistakes[0].error, unreadable.mistakes[0].line)
    return plans.choose(read, seen(table, plan, news, now), engine.options(table.state, plan.seat))


def reason(plan: Plan, stop: plans.PlanStop) -> Json:
    """Return why a plan stopped, in the format of its row: code, parameters, and the line with its text."""
    order = None if stop.line is None else plan.orders[stop.line - 1]
    return {"code": stop.reason.code, "detail": dict(stop.reason.detail), "line": stop.line, "order": order}


def why_stopped(*, game_id: str, seat: int, player_id: str) -> EngineError | None:
    """Return why the plan stopped, for an email, with the line that caused it in `order`, if there was one."""
    plan = Plan.objects.filter(game=game_id, seat=seat, player=player_id, state=Plan.State.STOPPED).first()
    if plan is None:
        return None
    return EngineError(plan.reason["code"], **{**plan.reason["detail"], "order": plan.reason["order"]})


def _build_shown(table: store.LoadedGame, plan: Plan, now: datetime) -> Shown:
    is_asked = plan.state == Plan.State.ACTIVE and table.state.prompt_of(plan.seat) is not None
    return Shown(plan, table.state.rules, answer(table, plan, news_of(table, plan), now) if is_asked else None)


def _read_plan(table: store.LoadedGame, plan: Plan, now: datetime) -> plans.ReadPlan:
    """Read the plan. Raises Unreadable with every mistake."""
    read = plans.read(table.state.rules, plan.orders)
    mistakes = plans.refusals(read, seen(table, plan, news_of(table, plan), now))
    if mistakes:
        raise plans.Unreadable(mistakes)
    return read


def _first_look(plan: Plan, now: datetime) -> datetime | None:
    """Return when the plan first looks at a question that is already open, or None."""
    turn = Turn.objects.filter(game=plan.game, seat=plan.seat, closed_at=None).first()
    return None if turn is None else plan_times.acts_at(now, turn.deadline_at, plan.hours_left)


def _load_table(game_id: str, player: Player) -> tuple[store.LoadedGame, Seat]:
    game = _lock_game(game_id)
    seat = moves.seat_of(game, player)
    if game.status != Game.Status.RUNNING:
        raise Refused("game_not_running", game_status=game.status)
    return store.load(game), seat


def _lock_game(game_id: str) -> Game:
    try:
        return store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None

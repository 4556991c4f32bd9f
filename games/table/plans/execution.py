"""The sweep that carries out plans, by the same path as every move.

1. When a question is opened for a seat that has a plan, an instant is drawn for the plan
   (`games.table.play.plan_times`).
2. The sweep takes plans whose instant has come and checks again, under the games' locks, whether each should still act
   (`games.table.play.batches`).
3. The plan decides from the position under the lock, so its answer is never stale. A move is recorded, and a question
   that follows within the same turn is answered as well. If the plan has no answer, or stops, its player is notified
   and asked as always.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Min, QuerySet

from engine.errors import EngineError
from games.kinds import EntryKind
from games.logged_entries import LoggedEntry
from games.models import Plan, Seat
from games.table import plans, store
from games.table.plans.own_plan import answer, reason, tell
from games.table.play import due_work, log_entries, plan_times
from games.table.play.batches import Batches
from games.table.play.sweeps import DueRow, in_play, is_halted


def act_due(*, now: datetime) -> int:
    """Let every due plan act; return how many moved or declined. Paused games wait."""
    return PLANS.run(now) if due_work.is_due(PLANS, now) else 0


def overdue_since(*, before: datetime) -> datetime | None:
    """Return the earliest instant before `before` at which a plan should have acted but has not, if any."""
    late = _due(before).filter(acts_at__lt=before)
    oldest: datetime | None = late.aggregate(at=Min("acts_at"))["at"]
    return oldest


def _due(now: datetime) -> QuerySet[Plan]:
    """Return the plans that are due to act."""
    return Plan.objects.filter(in_play(now, "game__"), acts_at__lte=now)


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a batch by key, and what has happened in their games since they were given."""

    plans: Mapping[int, Plan]
    logs: store.Logs

    def news(self, table: store.LoadedGame, plan: Plan) -> list[LoggedEntry]:
        """Return the log since the plan was given, as its seat may read it."""
        return [*self.logs.for_seat(plan.game_id, plan.seat), *store.written_for(table, plan.seat)]


def _read_plans(rows: Sequence[DueRow], held_games: Mapping[str, store.HeldGame]) -> Plans:
    due = Plan.objects.select_related("player").filter(pk__in=[row.key for row in rows], game__in=list(held_games))
    plans = {plan.pk: plan for plan in due}
    since: dict[tuple[str, int | None], int] = {(plan.game_id, plan.seat): plan.as_of for plan in plans.values()}
    return Plans(plans, store.Logs({key: held_game.game for key, held_game in held_games.items()}, since))


def _act(held_game: store.HeldGame, plan_id: int, now: datetime, batch: Plans) -> bool:
    """Let one plan act or decline. Return False if it should no longer act."""
    plan = batch.plans.get(plan_id)
    if plan is None or is_halted(held_game.game) or plan.acts_at is None or plan.acts_at > now:
        return False
    table = held_game.table
    seat = table.seats[plan.seat]
    if seat.player_id != plan.player_id:
        plan.delete()
        return False
    if _is_early(table, plan, now):
        return False
    _change(plan, acts_at=None)
    _answer_all(table, plan, seat, batch, now)
    return True


def _is_early(table: store.LoadedGame, plan: Plan, now: datetime) -> bool:
    """Check whether the deadline has moved so that the plan must wait longer."""
    for turn in table.turns:
        begin = plan_times.begins(turn.deadline_at, plan.hours_left)
        if turn.seat == plan.seat and begin is not None and begin > now:
            _change(plan, acts_at=plan_times.acts_at(now, turn.deadline_at, plan.hours_left))
            return True
    return False


def _answer_all(table: store.LoadedGame, plan: Plan, seat: Seat, batch: Plans, now: datetime) -> None:
    """Answer the seat's question, and those that follow within the same turn. The turn counts once it is complete."""
    prompt = table.state.prompt_of(plan.seat)
    turns_played = 0
    while prompt is not None:
        verdict = _find_answer(table, plan, batch, now)
        if not isinstance(verdict, plans.Act):
            _decline(table, plan, seat, verdict)
            break
        answered = prompt.id
        entry = log_entries.decide(
            table, kind=EntryKind.PLANNED, seat=plan.seat, move=verdict.move, now=now, prompt=answered
        )
        _strike_out(plan, verdict)
        _note_presence(seat)
        turns_played += not prompt.within_turn
        prompt = table.state.prompt_of(plan.seat)
        if prompt is not None and (prompt.opened != entry.number or not prompt.within_turn):
            break  # another turn, which has its own instant
    if prompt is None:
        _change(plan, acts_at=None)
    _change(plan, played=plan.played + turns_played)
    is_done = plan.state == Plan.State.ACTIVE and not plans.read(table.state.rules, plan.orders).orders
    if is_done and prompt is None:
        _stop(plan, seat, plans.PlanStop(EngineError("plan_is_done")))  # or it would hold back the next question


def _find_answer(table: store.LoadedGame, plan: Plan, batch: Plans, now: datetime) -> plans.Answer:
    player = plan.player
    if player.suspended_until is not None and player.suspended_until > now:
        return plans.PlanStop(EngineError("suspended"))
    return answer(table, plan, batch.news(table, plan), now)


def _decline(table: store.LoadedGame, plan: Plan, seat: Seat, verdict: plans.Wait | plans.PlanStop) -> None:
    _change(plan, acts_at=None)
    if isinstance(verdict, plans.PlanStop):
        _stop(plan, seat, verdict)
    turn = next((turn for turn in table.turns if turn.seat == plan.seat), None)
    tell(table.game, seat, turn, "stopped" if isinstance(verdict, plans.PlanStop) else "waits", plan.pk)


def _stop(plan: Plan, seat: Seat, stop: plans.PlanStop) -> None:
    _change(plan, state=Plan.State.STOPPED, reason=reason(plan, stop))
    seat.plan_of = None


def _strike_out(plan: Plan, act: plans.Act) -> None:
    """Move an order that is carried out only once from the plan's orders to those done."""
    if act.ends:
        orders = list(plan.orders)
        struck_out = orders.pop(act.line - 1)
        _change(plan, orders=orders, done=[*plan.done, struck_out])


def _change(plan: Plan, **facts: object) -> None:
    """Change a plan and save it, if its row still exists: plans end with their games."""
    for name, value in facts.items():
        setattr(plan, name, value)
    store.save([plan], *facts, game=plan.game_id)


def _note_presence(seat: Seat) -> None:
    """Count a plan's move as the player's presence, as if the player had moved."""
    if seat.timeouts_in_a_row:
        seat.timeouts_in_a_row = 0
        store.save([seat], "timeouts_in_a_row", game=seat.game_id)


PLANS: Final = Batches(name="plan", due=_due, read=_read_plans, act=_act)

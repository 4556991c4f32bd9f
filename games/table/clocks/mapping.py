"""Conversion between rows and clocks: a game's terms, a seat's account, an open turn's layout."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import engine
from engine.codec import Json
from games import durations, instants, limits
from games.models import Game, Player, Seat, Turn
from games.table.clocks import habits as living
from games.table.clocks import terms as agreed
from games.table.clocks import turns
from games.table.clocks.habits import PlayerHabits, Stop, Window
from games.table.clocks.terms import Terms
from games.table.clocks.turns import Account, Due

SECOND: Final = timedelta(seconds=1)
LEFT_AT_LEAST: Final = limits.SHORTEST_TIME
"""The least time that a player keeps when extra time is taken back."""


class Earlier(NamedTuple):
    """The earlier deadline of a question that is asked again, and the least time its player gets now."""

    deadline: datetime
    at_least: timedelta = LEFT_AT_LEAST


def terms(game: Game) -> Terms:
    """Return the agreed terms of the game's clock."""
    return terms_of(game.time_per_move, game.clock)


def terms_of(time_per_move: timedelta, beside: Mapping[str, object]) -> Terms:
    """Return the terms from the time per move and what `beside_time` wrote."""
    if not beside:
        return Terms(time_per_move)
    return agreed.read({**beside, "time_per_move": durations.write(time_per_move)})


def beside_time(terms: Terms) -> Json:
    """Return the value of `Game.clock`: the terms without the time per move, empty if there is nothing else."""
    facts = agreed.write(terms)
    plain = agreed.write(Terms(terms.time_per_move))
    return {name: value for name, value in facts.items() if value != plain[name]}


def habits(player: Player | None) -> PlayerHabits:
    """Return a player's habits; without a player, those with which the clock never stands still."""
    if player is None or not (player.habits or player.vacations):
        return living.ANY_TIME
    away = [Window(instants.read(begin), instants.read(end)) for begin, end, _ in player.vacations]
    return living.read(player.habits, player.time_zone, away)


def changed_habits(player: Player, changes: Mapping[str, object]) -> Json:
    """Return the value of `Player.habits` after these changes. Raises Unprocessable."""
    facts = living.write(living.read({**player.habits, **changes}))
    return {name: value for name, value in facts.items() if value}


def account(seat: Seat) -> Account:
    """Return the seat's account: what is left of its bank, and how long its habits have stopped its clock."""
    return Account(seat.bank, seat.stopped)


def due(turn: Turn) -> Due:
    """Return the layout of an open turn."""
    stops = (Stop(instants.read(begin), instants.read(end), counted) for begin, end, counted in turn.stops)
    return Due(turn.deadline_at, turn.expires_at, tuple(stops))


def stops(due: Due) -> list[list[object]]:
    """Return a turn's stops in the format of its row."""
    return [[instants.rfc3339(stop.begin), instants.rfc3339(stop.end), stop.counted] for stop in due.stops]


def opened(game: Game, seat: Seat, account: Account, prompt: engine.Prompt, now: datetime) -> Turn:
    """Return the turn, not saved, of a prompt that opens now for the seat with this account."""
    laid = turns.opened(terms(game), account, habits(seat.player), now)
    return Turn(
        game=game,
        seat=seat.number,
        player_id=seat.player_id,
        prompt_opened=prompt.opened,
        kind=prompt.tag,
        opened_at=now,
        deadline_at=laid.deadline,
        expires_at=laid.expires,
        stops=stops(laid),
    )


def lay(turn: Turn, due: Due) -> None:
    """Set an open turn's layout without saving it; the start of its grace will be announced again."""
    turn.deadline_at, turn.expires_at, turn.stops, turn.announced_at = due.deadline, due.expires, stops(due), None


def renewed(game: Game, seat: Seat, turn: Turn, player: Player, now: datetime) -> Due | None:
    """Return a layout with the full time for the seat's new player; None if the turn already has more."""
    laid = turns.opened(terms(game), account(seat), habits(player), now)
    return laid if laid.deadline > turn.deadline_at else None


def laid_anew(game: Game, seat: Seat, turn: Turn, now: datetime) -> tuple[Account, Due] | None:
    """Return the new account and layout of an open turn whose clock runs (again); None if nothing changes."""
    since = None if game.paused_at is None else max(game.paused_at, turn.opened_at)
    return turns.anew(terms(game), account(seat), due(turn), habits(seat.player), now, stood_since=since)


def moved(turn: Turn, deadline: datetime) -> Due:
    """Return the turn's layout with this deadline, and grace as long as before."""
    before = due(turn)
    return before._replace(deadline=deadline, expires=deadline + (before.expires - before.deadline))


def fair(before: Earlier, turn: Turn, now: datetime) -> datetime:
    """Return the deadline of a question asked again: the earlier one, but never unfairly soon."""
    deadline, at_least = before
    return deadline if deadline > turn.deadline_at else min(turn.deadline_at, max(deadline, now + at_least))


def without_refill(game: Game, seat: Seat) -> Account:
    """Return the seat's account as if its last move had not refilled the bank."""
    bank = terms(game).bank
    return account(seat)._replace(bank=max(timedelta(), seat.bank - bank.per_move)) if bank else account(seat)


def deadline_facts(dues: Mapping[str, Due]) -> Json:
    """Return the log's facts about deadlines, by prompt, with the end of the grace if there is one."""
    facts: Json = {}
    if dues:
        facts["deadlines"] = {prompt: instants.rfc3339(due.deadline) for prompt, due in dues.items()}
    if graces := {prompt: instants.rfc3339(due.expires) for prompt, due in dues.items() if due.expires != due.deadline}:
        facts["expires"] = graces
    return facts


def account_facts(terms: Terms, changed: Iterable[tuple[int, Account, Account]]) -> Json:
    """Return the log's facts about the seats' accounts that changed, in whole seconds."""
    facts: Json = {}
    for seat, before, after in changed:
        if terms.bank and before.bank != after.bank:
            facts.setdefault("banks", {})[str(seat)] = after.bank // SECOND
        if before.stopped != after.stopped:
            facts.setdefault("stopped", {})[str(seat)] = after.stopped // SECOND
    return facts

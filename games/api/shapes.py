"""What the API shows of a game, written out by hand: these are the answers asked for most.

`games.api.serializers` describes the same shapes for the schema; a test holds the two together.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, Final

import engine
from engine.codec import Json
from engine.verify import standings_json
from games import clockwork, store
from games.clocks import durations, terms
from games.models import Game, Player, Seat, Turn
from games.services.reliability import Reliability

HOUR = timedelta(hours=1)
MOST_OPTIONS: Final = 1000
"""So many legal moves are listed at most; there may be millions."""


def game_row(game: Game) -> Json:
    """A game in a list."""
    row = {
        "id": game.id,
        "name": game.name,
        "ruleset": game.ruleset,
        "options": game.options,
        "status": game.status,
        "host": player_row(game.host),
        "seats_wanted": game.seats_wanted,
        "access": game.access,
        "public": game.public,
        "order": game.order,
        "hours_per_move": int(game.time_per_move / HOUR),
        "clock": terms.write(clockwork.terms(game)),
        "minimum_reliability": game.minimum_reliability,
        "pause_on_dispute": game.pause_on_dispute,
        "paused": game.paused_at is not None,
        "created_at": instant(game.created_at),
        "started_at": instant(game.started_at),
        "ended_at": instant(game.ended_at),
        "closes_at": instant(game.closes_at),
    }
    deadline = getattr(game, "deadline", None)
    return row if deadline is None else {**row, "deadline_at": instant(deadline)}


def game_detail(
    game: Game,
    seats: Iterable[Seat],
    turns: Iterable[Turn],
    your_seat: int | None,
    known: Mapping[str, Reliability],
) -> Json:
    """A game and all that this seat (None: a spectator) may know of it, and of the players as much as is `known`."""
    table = store.load(game) if game.head else None
    return {
        **game_row(game),
        "commitment": game.commitment,
        "chain": game.chain,
        "head": game.head,
        "secrets_open_at": instant(game.secrets_open_at),
        "your_seat": your_seat,
        "seats": [
            {**seat_row(seat, banked=bool(game.clock.get("bank"))), "reliability": _known(seat, known)}
            for seat in seats
        ],
        "turns": [turn_row(turn) for turn in turns],
        "position": None if table is None else engine.view(table.state, your_seat),
        "standings": None if table is None or not table.state.over else _standings(table),
    }


def _standings(table: store.Table) -> list[Json]:
    return standings_json(engine.standings(table.state))


def player_row(player: Player | None) -> Json | None:
    """What everybody may see of a player."""
    return None if player is None else {"id": player.id, "name": player.name, "kind": player.kind}


def reliability_row(known: Reliability) -> Json:
    """How reliable a player is."""
    return {"percent": known.percent, "games_left": known.games_left}


def _known(seat: Seat, known: Mapping[str, Reliability]) -> Json | None:
    found = known.get(seat.player_id or "")
    return None if found is None else reliability_row(found)


def seat_row(seat: Seat, *, banked: bool) -> Json:
    """A seat and who holds it; what is in its bank, where there is one."""
    return {
        "seat": seat.number,
        "player": player_row(seat.player),
        "status": seat.status,
        "bank": durations.write(seat.bank) if banked else None,
        "open_since": instant(seat.open_since),
        "wants_pause": seat.wants_pause,
        "points": seat.points,
        "rank": seat.rank,
    }


def turn_row(turn: Turn) -> Json:
    """An open question and when it must be answered."""
    return {
        "prompt": turn.prompt_id,
        "seat": turn.seat,
        "type": turn.kind,
        "opened_at": instant(turn.opened_at),
        "deadline_at": instant(turn.deadline_at),
        "expires_at": instant(turn.expires_at),
    }


def options_of(game: Game, seat: int) -> Json:
    """The seat's legal moves, in notation and as objects: all of them, or the first of very many."""
    table = store.load(game)
    prompt = None if table.state.over else table.state.prompt_of(seat)
    options = engine.options(table.state, seat)
    return {
        "prompt": prompt and f"{prompt.opened}.{prompt.seat}",
        "count": len(options),
        "moves": [_option(table, move) for move in islice(options, MOST_OPTIONS)],
        "summary": options.summary,
    }


def _option(table: store.Table, move: engine.Move) -> Json:
    parts = table.codec.move(move)
    return {"notation": engine.notation.write(table.codec.rules, move), "move": {**parts.public, **parts.own}}


def instant(at: datetime | None) -> Any:
    """RFC 3339 in UTC with Z."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")

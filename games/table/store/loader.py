"""Conversion of rows to the engine's values: locking, reading and loading games with their position."""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

import engine
from engine import history, record
from engine.codec import Codec, Json, canonical, codec_of
from games import encryption
from games.models import Entry, Game, GameSecret, Seat, Turn
from games.table.store import secret_parts, sql, write_batches

SEED_BYTES: Final = 32
POSITION: Final = "position"


@dataclass(repr=False)
class LoadedGame:
    """A running or ended game, loaded: its row, its ruleset's codec, its secrets, its position.

    Its representation reveals none of that. `written` holds the entries that were appended through this object. If not
    `is_readable`, `state` knows only who is asked and who is away (`load_unreadable`).
    """

    game: Game
    codec: Codec
    secret: GameSecret
    state: engine.State
    written: list[record.Record] = field(default_factory=list)
    is_readable: bool = True

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats by number, with what is needed to notify their holders."""
        return sql.seats_of(self.game)

    @cached_property
    def turns(self) -> list[Turn]:
        """The open turns by seat."""
        return list(Turn.objects.filter(game=self.game, closed_at=None).order_by("seat"))

    def chance(self) -> engine.Chance:
        """Return the game's chance, continued from the end of the log. Nothing is drawn in an unreadable game."""
        if not self.is_readable:
            return engine.Chance(bytes(SEED_BYTES), self.secret.chance_counter)
        return engine.Chance(encryption.unseal_seed(self.secret.key), self.secret.chance_counter)


@dataclass(repr=False)
class HeldGame:
    """A locked game of any status, with its seats; its position is loaded on demand."""

    game: Game
    seats: list[Seat]
    _read: list[Turn]

    @cached_property
    def table(self) -> LoadedGame:
        """The game with its position. Raises BoardChanged."""
        return load(self.game, self.seats, self._read)

    @property
    def turns(self) -> list[Turn]:
        """The current open turns by seat."""
        return self.table.turns if "table" in vars(self) else self._read

    def turn(self, key: int) -> Turn | None:
        """Return the turn with this key, if it is still open."""
        return next((turn for turn in self.turns if turn.pk == key), None)


@lru_cache
def codec_for(ruleset: str, options: frozenset[tuple[str, bool]]) -> Codec:
    """Return the codec of a ruleset with these options. Raises UnknownRuleset."""
    return codec_of(engine.ruleset(ruleset, dict(options)))


class BoardChanged(Exception):
    """The refusal of a game whose board data differ from the digest to which it is pinned."""


def new_seed(game: Game) -> GameSecret:
    """Draw a game's seed and set its public SHA-256, without saving."""
    seed = secrets.token_bytes(SEED_BYTES)
    game.commitment = engine.commitment(seed)
    return GameSecret(game=game, seed=encryption.seal_seed(seed))


def lock(game_id: str) -> Game:
    """Lock a game's row and secrets until the end of the transaction; return it. Raises Game.DoesNotExist."""
    return lock_whole(game_id)[0]


def lock_whole(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    """Lock a game's row with its secrets, and return it with its seats and open turns, for `load`."""
    rows = sql.lock(game_id)
    if rows is None:
        raise Game.DoesNotExist
    return rows


def lock_free(game_ids: Iterable[str]) -> dict[str, "HeldGame"]:
    """Lock those games that nobody else holds, until the end of the transaction, and return them by id.

    It takes one query.
    """
    return {rows[0].id: HeldGame(*rows) for rows in sql.lock_many(sorted(set(game_ids)))}


def look(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    """Return the game as `read` does, its seats by number and its open turns. Raises Game.DoesNotExist."""
    rows = sql.look(game_id)
    if rows is None:
        raise Game.DoesNotExist
    return rows


def glance(game_id: str, reader: str | None) -> tuple[int, bool, int | None]:
    """Return the number of the log's last entry, whether anyone may watch, and this player's seat, if any.

    Raises Game.DoesNotExist.
    """
    row = sql.glance(game_id, reader)
    if row is None:
        raise Game.DoesNotExist
    return row


def read(game_id: str) -> Game:
    """Return the game's row with what `load` needs, without a lock. Raises Game.DoesNotExist."""
    game = sql.read(game_id)
    if game is None:
        raise Game.DoesNotExist
    return game


def changing(game_id: str) -> list[tuple[object, ...]]:
    """Return everything in the result of `look` that can change, with or without a log entry, one row per seat.

    It creates no model instances, because it is read by every poll.
    """
    return sql.changing(game_id)


def read_many(game_ids: Iterable[str]) -> dict[str, Game]:
    """Return many games by id, each as from `read`, in one query."""
    return Game.objects.select_related("secret", "host").in_bulk(list(game_ids))


def load(game: Game, seats: list[Seat] | None = None, turns: list[Turn] | None = None) -> LoadedGame:
    """Load a game's position; pass `seats` and open `turns` if they were read with it.

    Raises BoardChanged if the board's data have changed since the game started.
    """
    write_batches.flush_of(game.id)
    codec = codec_for(game.ruleset, frozenset(game.options.items()))
    if codec.rules.board.digest != game.board_digest:
        raise BoardChanged(game.id)
    table = LoadedGame(game, codec, game.secret, _cached(codec, game) or replayed(game))
    if seats is not None:
        table.seats = seats
    if turns is not None:
        table.turns = turns
    return table


def load_unreadable(game: Game, seats: list[Seat] | None = None, turns: list[Turn] | None = None) -> LoadedGame:
    """Return a game whose log cannot be folded, for what takes no position: its open prompts and absences alone.

    Raises UnknownRuleset.
    """
    codec = codec_for(game.ruleset, frozenset(game.options.items()))
    state = engine.replay(codec.rules, game.seats_wanted, game.options, ())
    table = LoadedGame(game, codec, game.secret, state, is_readable=False)
    if seats is not None:
        table.seats = seats
    if turns is not None:
        table.turns = turns
    state.prompts = tuple(engine.Prompt(turn.seat, turn.prompt_opened) for turn in table.turns)
    state.away = {seat.number: seat.status for seat in table.seats if seat.status != Seat.Status.PLAYING}
    return table


def replayed(game: Game, number: int | None = None) -> engine.State:
    """Return the position according to the log alone, after its last entry or after entry `number`."""
    return engine.replay(*_facts(game, game.head if number is None else number))


def along(game: Game) -> Iterator[engine.State]:
    """Yield the position after each entry that still counts, oldest first, as one object that changes in between."""
    return history.along(*_facts(game, game.head))


def _facts(game: Game, last: int) -> tuple[engine.Ruleset, int, dict[str, bool], list[tuple[int, list[engine.Event]]]]:
    """Return the arguments of a replay up to an entry."""
    codec = codec_for(game.ruleset, frozenset(game.options.items()))
    bodies = secret_parts.of_game(game, last)
    entries = Entry.objects.filter(game=game, number__lte=last).order_by("number")
    read = entries.only("number", "at", "public", "packed", "parts")
    facts = [(entry.number, record.events_of(codec, entry.public, _secret_bodies(entry, bodies))) for entry in read]
    return codec.rules, game.seats_wanted, game.options, facts


def _secret_bodies(entry: Entry, rows: Mapping[int, dict[int, Json]]) -> dict[int, Json]:
    """Return all secret parts of an entry, by holder, from its own column or from `rows`, which were read before."""
    if entry.parts is None:
        return rows.get(entry.number, {})
    return {part.holder: part.body for part in secret_parts.scattered(entry.game_id, entry.number, entry.parts)}


def remade(game: Game) -> bool:
    """Rebuild the cached position from the log; return whether it was right. The game's row must be locked."""
    codec = codec_for(game.ruleset, frozenset(game.options.items()))
    state = replayed(game)
    right: bool = _cached(codec, game) == state
    if not right:
        game.secret.position, game.secret.position_number = sealed_position(codec, game, state), game.head
        game.secret.save(update_fields=["position", "position_number"])
    return right


def first_table(game: Game, contributions: list[str]) -> LoadedGame:
    """Return the still empty table of a game that is about to start.

    This fixes the key of all chance, from the seed and the players' contributions in the order of joining.
    """
    secret = game.secret
    secret.key = encryption.seal_seed(engine.game_key(encryption.unseal_seed(secret.seed), game.id, contributions))
    secret.save(update_fields=["key"])
    codec = codec_for(game.ruleset, frozenset(game.options.items()))
    table = LoadedGame(game, codec, secret, engine.replay(codec.rules, len(contributions), game.options, ()))
    table.turns = []
    return table


def _cached(codec: Codec, game: Game) -> engine.State | None:
    """Return the cached position if it is that after the last entry and has the current format, else None."""
    secret = game.secret
    if secret.position is None or secret.position_number != game.head:
        return None
    try:
        return codec.read_position(json.loads(encryption.unseal(POSITION, game.id, bytes(secret.position))))
    except (KeyError, TypeError, ValueError, encryption.Unopenable):
        return None


def sealed_position(codec: Codec, game: Game, state: engine.State) -> bytes:
    """Return a position in the format of the cache."""
    return encryption.seal(POSITION, game.id, canonical(codec.position(state)))

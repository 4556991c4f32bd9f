"""The only door to positions and secrets: rows to the engine's values and back.

A `Table` is a game with its position, as of the last entry of the log. The position is read from a cache that stands
beside the seed; if it is missing or not as of the last entry it is made anew from the log, which alone is the truth.
Whoever wants to write takes the game's row lock first (`lock`), so that a log has one writer.

What leaves this module for a reader has passed `engine.view`, `engine.options` or `engine.record.told`, each for one
seat. Nothing else does, before the game's secrets are open.
"""

import json
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import engine
from engine import record, verify
from engine.codec import Codec, Json, canonical, codec_of
from games import sealing
from games.models import Entry, EntrySecret, Game, GameSecret, Seat, Turn
from games.store import discretion, secret_parts, sql

SEED_BYTES: Final = 32
POSITION: Final = "position"
LOCKED: Final = ("self", "secret")
"""Both rows, as `statements.LOCK` does."""


@dataclass(repr=False)
class Table:
    """A running or ended game, loaded: its row, its ruleset's codec, its secrets, its position.

    Printed it tells nothing of that. `written` holds the entries that were appended through this table.
    """

    game: Game
    codec: Codec
    secret: GameSecret
    state: Any
    written: list[record.Record] = field(default_factory=list)

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats by number, with as much of who holds them as is needed to tell them something."""
        return sql.seats_of(self.game)

    @cached_property
    def turns(self) -> list[Turn]:
        """The open turns by seat."""
        return list(Turn.objects.filter(game=self.game, closed_at=None).order_by("seat"))

    def chance(self) -> engine.Chance:
        """The game's chance, where the log left off."""
        return engine.Chance(sealing.unseal_seed(self.secret.key), self.secret.chance_counter)


class BoardChanged(Exception):
    """A game is pinned to its board's digest; today's board data differ."""


def new_seed(game: Game) -> GameSecret:
    """Draw a game's seed and publish its SHA-256. Saves nothing."""
    seed = secrets.token_bytes(SEED_BYTES)
    game.commitment = engine.commitment(seed)
    return GameSecret(game=game, seed=sealing.seal_seed(seed))


def lock(game_id: str) -> Game:
    """The game's row, locked to the end of the transaction, its secrets with it. Raises Game.DoesNotExist."""
    return lock_whole(game_id)[0]


def lock_whole(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    """The same, with the seats and the open turns, for whoever goes on to `load` it with them."""
    found = sql.lock(game_id)
    if found is None:
        raise Game.DoesNotExist
    return found


def try_lock(game_id: str) -> Game | None:
    """The same as `lock` for those who can come back later: None while somebody else holds the lock."""
    # The condition makes an inner join of it: of an outer one PostgreSQL locks no side.
    games = Game.objects.select_related("secret").filter(secret__isnull=False)
    return games.select_for_update(of=LOCKED, skip_locked=True).filter(id=game_id).first()


def look(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    """What `read` gives, the seats by number and the open turns. Raises Game.DoesNotExist."""
    found = sql.look(game_id)
    if found is None:
        raise Game.DoesNotExist
    return found


def read(game_id: str) -> Game:
    """The game's row with what `load` needs, not locked. Raises Game.DoesNotExist."""
    return Game.objects.select_related("secret", "host").get(id=game_id)


def changing(game_id: str) -> list[tuple[object, ...]]:
    """All that can change of what `look` finds, without or with an entry in the log, a row a seat.

    Read without making a single model: this is what polling costs.
    """
    return sql.changing(game_id)


def read_many(game_ids: Iterable[str]) -> dict[str, Game]:
    """The same rows as `read` gives, of many games in one query."""
    return Game.objects.select_related("secret", "host").in_bulk(list(game_ids))


def load(game: Game, seats: list[Seat] | None = None, turns: list[Turn] | None = None) -> Table:
    """The game with its position; `seats` and open `turns` if they were read with it.

    Raises BoardChanged where the board's data are no longer the game's.
    """
    codec = codec_of(engine.ruleset(game.ruleset, game.options))
    if codec.rules.board.digest != game.board_digest:
        raise BoardChanged(game.id)
    table = Table(game, codec, game.secret, _cached(codec, game) or replayed(game))
    if seats is not None:
        table.seats = seats
    if turns is not None:
        table.turns = turns
    return table


def replayed(game: Game, number: int | None = None) -> Any:
    """The position as the log alone tells it: after its last entry, or after this one."""
    codec = codec_of(engine.ruleset(game.ruleset, game.options))
    known = _secret_parts(game)
    last = game.head if number is None else number
    entries = Entry.objects.filter(game=game, number__lte=last).order_by("number").only("number", "public")
    facts = [(entry.number, record.events_of(codec, entry.public, known[entry.number])) for entry in entries]
    return engine.replay(codec.rules, game.seats_wanted, game.options, facts)


def remade(game: Game) -> bool:
    """Make the cached position anew from the log; returns whether it was right. The game's row must be locked."""
    codec = codec_of(engine.ruleset(game.ruleset, game.options))
    state = replayed(game)
    right: bool = _cached(codec, game) == state
    if not right:
        game.secret.position, game.secret.position_number = _kept(codec, game, state), game.head
        game.secret.save(update_fields=["position", "position_number"])
    return right


def unbroken(game: Game) -> bool:
    """Whether the chain of hashes holds from the commitment to the last entry."""
    records = [record.imported(entry) for entry in _exported_entries(game)]
    previous = game.commitment
    for number, entry in enumerate(records, 1):
        if entry.number != number or record.chained(previous, entry.public, entry.secrets) != entry.hash:
            return False
        previous = entry.hash
    return previous == game.chain and len(records) == game.head


def first_table(game: Game, contributions: list[str]) -> Table:
    """The table of a game that is about to start: no position yet.

    The key of all chance is fixed here, from the seed and what the players contributed, in the order of joining.
    """
    secret = game.secret
    secret.key = sealing.seal_seed(engine.game_key(sealing.unseal_seed(secret.seed), game.id, contributions))
    secret.save(update_fields=["key"])
    table = Table(game, codec_of(engine.ruleset(game.ruleset, game.options)), secret, None)
    table.turns = []
    return table


def append(table: Table, cause: record.Cause, decision: engine.Decision, chance: engine.Chance, turns: Turns) -> Entry:
    """Write a decision into the log, the position that it leads to into the cache, and what it does to the turns.

    `cause.facts` holds at least kind, seat and at (RFC 3339, UTC). The game's row must be locked; its changed status,
    times and number of seats are saved along.
    """
    game = table.game
    number = game.head + 1
    written = record.write(
        table.codec,
        number,
        game.chain or game.commitment,
        cause,
        decision.events,
        chance.draws,
        lambda: secrets.token_bytes(secret_parts.SALT_BYTES),
    )
    table.written.append(written)
    table.state = decision.state
    entry = _entry(game, written)
    _remember(table, entry, chance)
    still_open = [turn for turn in table.turns if turn.seat not in turns.closed]
    sql.record(entry, written, table.secret, turns)
    table.turns = [*still_open, *turns.opened]
    return entry


def _entry(game: Game, written: record.Record) -> Entry:
    public = written.public
    return Entry(
        game=game,
        number=written.number,
        kind=public["kind"],
        seat=public["seat"],
        at=datetime.fromisoformat(public["at"]),
        public=public,
        hash=written.hash,
    )


def _remember(table: Table, entry: Entry, chance: engine.Chance) -> None:
    game, secret = table.game, table.secret
    game.head, game.chain = entry.number, entry.hash
    secret.position = _kept(table.codec, game, table.state)
    secret.position_number = entry.number
    secret.chance_counter = chance.counter


def view_for(game: Game, seat: int | None) -> Json:
    """What this seat (None: a spectator) may know of the position."""
    return engine.view(load(game).state, seat)


def view_after(game: Game, seat: int | None, number: int) -> Json:
    """What this seat (None: a spectator) could know of the position after an entry of the log."""
    return engine.view(replayed(game, number), seat)


def onlookers_views(games: Mapping[str, Game]) -> dict[str, Json]:
    """What a spectator may know of each of these games (see `read_many`); none of one that cannot be loaded."""
    found = {}
    for key, game in games.items():
        with suppress(BoardChanged, engine.UnknownRuleset):
            found[key] = view_for(game, None)
    return found


def log_for(game: Game, seat: int | None, after: int = 0, limit: int | None = None) -> list[Json]:
    """The log as this seat may read it, the entries with a higher number than `after`, at most `limit`."""
    last = after + limit if limit is not None else game.head
    entries = Entry.objects.filter(game=game, number__gt=after, number__lte=last).order_by("number")
    known = _secret_parts(game, seat=seat, after=after) if seat is not None else defaultdict(dict)
    return [
        {**record.told(discretion.told(entry.public), _own(known[entry.number], seat)), "hash": entry.hash}
        for entry in entries
    ]


class Logs:
    """The logs of many games as many seats may read them, in two queries: what `log_for` would tell each of them.

    `after`: from where on, by game and seat; up to the head of the game's row.
    """

    def __init__(self, games: Mapping[str, Game], after: Mapping[tuple[str, int], int]) -> None:
        self._after = after
        first: dict[str, int] = {}
        for (game, _), number in after.items():
            first[game] = min(number, first.get(game, number))
        self._entries: defaultdict[str, list[tuple[int, Json, str]]] = defaultdict(list)
        for game, number, public, seal in sql.logs(first, {game: games[game].head for game in first}):
            self._entries[game].append((number, public, seal))
        self._bodies = {(game, seat, number): body for game, seat, number, body in sql.secrets(after)}

    def of(self, game: str, seat: int) -> list[Json]:
        """One seat's. Raises KeyError for one that was not asked for."""
        after = self._after[game, seat]
        return [
            {**record.told(discretion.told(public), self._known(game, seat, number)), "hash": seal}
            for number, public, seal in self._entries[game]
            if number > after
        ]

    def _known(self, game: str, seat: int, number: int) -> dict[int, Json]:
        body = self._bodies.get((game, seat, number))
        return {} if body is None else {seat: secret_parts.body(game, number, seat, body)}


def public_log(game: Game, kind: str | None = None) -> list[Json]:
    """The public part of every entry as it is shown, oldest first, or of those of a kind."""
    entries = Entry.objects.filter(game=game, number__lte=game.head).order_by("number")
    if kind is not None:
        entries = entries.filter(kind=kind)
    return [discretion.told(public) for public in entries.values_list("public", flat=True)]


def told_secretly(game: Game, numbers: Iterable[int]) -> dict[tuple[int, int], frozenset[str]]:
    """Which parts of these entries ("move", or a fact's place) each seat alone was told, by entry and seat.

    That there is something, and never what: everybody can see as much.
    """
    rows = EntrySecret.objects.filter(game=game, number__in=list(numbers), holder__gte=0)
    found = rows.values_list("number", "holder", "body")
    return {
        (number, holder): frozenset(secret_parts.body(game.id, number, holder, body)) for number, holder, body in found
    }


def secrets_of(game: Game) -> list[Json]:
    """What each seat holds and is asked, secrets included. Only for an admin who opens them on purpose."""
    state = load(game).state
    views = [engine.view(state, seat) for seat in range(state.seats)]
    return [
        {**view["you"], "prompts": [prompt for prompt in view["prompts"] if prompt["seat"] == seat]}
        for seat, view in enumerate(views)
    ]


def written_for(table: Table, seat: int) -> list[Json]:
    """The entries that were just written, as this seat may read them: what `log_for` would tell."""
    return [
        {
            **record.told(entry.public, {part.holder: part.body for part in entry.secrets if part.holder == seat}),
            "hash": entry.hash,
        }
        for entry in table.written
    ]


def export(game: Game) -> Json:
    """The whole game with seed, salts and hands, for the checker. Only for a game whose secrets are open."""
    table = load(game)
    entries = _exported_entries(game)
    return {
        "format": verify.FORMAT,
        "game": game.id,
        "ruleset": game.ruleset,
        "board": game.board_digest,
        "options": game.options,
        "seats": game.seats_wanted,
        "order": list(range(game.seats_wanted)) if game.order == Game.Order.FIXED else None,
        "commitment": game.commitment,
        "seed": sealing.unseal_seed(game.secret.seed).hex(),
        "contributions": entries[0]["public"]["contributions"],
        "entries": entries,
        "standings": verify.standings_json(engine.standings(table.state)),
    }


def _exported_entries(game: Game) -> list[Json]:
    parts: defaultdict[int, list[record.Secret]] = defaultdict(list)
    for row in EntrySecret.objects.filter(game=game).order_by("number", "holder"):
        parts[row.number].append(secret_parts.read(game.id, row.number, row.holder, row.salt, row.body))
    return [
        record.exported(record.Record(entry.number, entry.public, tuple(parts[entry.number]), entry.hash))
        for entry in Entry.objects.filter(game=game).order_by("number")
    ]


def _cached(codec: Codec, game: Game) -> Any | None:
    """The position of the cache, if it is as of the last entry and of today's shape."""
    secret = game.secret
    if secret.position is None or secret.position_number != game.head:
        return None
    try:
        return codec.read_position(json.loads(sealing.unseal(POSITION, game.id, bytes(secret.position))))
    except (KeyError, TypeError, ValueError, sealing.Unopenable):
        return None


def _kept(codec: Codec, game: Game, state: Any) -> bytes:
    """A position as the cache keeps it."""
    return sealing.seal(POSITION, game.id, canonical(codec.position(state)))


def _secret_parts(game: Game, seat: int | None = None, after: int = 0) -> defaultdict[int, dict[int, Json]]:
    """Secret parts by entry and holder: all of them, or one seat's."""
    rows = EntrySecret.objects.filter(game=game, number__gt=after)
    if seat is not None:
        rows = rows.filter(holder=seat)
    known: defaultdict[int, dict[int, Json]] = defaultdict(dict)
    for number, holder, body in rows.values_list("number", "holder", "body"):
        known[number][holder] = secret_parts.body(game.id, number, holder, body)
    return known


def _own(known: Mapping[int, Json], seat: int | None) -> Mapping[int, Json]:
    return {holder: body for holder, body in known.items() if holder == seat}

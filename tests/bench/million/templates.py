"""A game's rows as templates: the text all copies share, with placeholders where each copy differs.

Ids of game and players are replaced wherever they occur. A copy has its own chain, since the log names the players; its
secret parts and its position are sealed anew, since each is sealed for its place; turns and emails have their own
numbers, since others refer to them. The instants at which something is due move together. Drawn values stay: a copy's
seed and the key of its chance are its pattern's.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import connection, models

from engine import record
from engine.codec import Json, canonical
from games import encryption
from games.models import Entry, EntrySecret, Game
from games.table import store
from games.table.store import loader, secret_parts

GAME, PLAYER, HASH, MOMENT, PART = "game", "player", "hash", "moment", "part"
POSITION, TURN, MAIL, CREATED = "position", "turn", "mail", "created"
"""Placeholder names for a copy's own values; most are followed by a number."""

TABLES: Final[dict[str, str]] = {
    "Game": "id = %(game)s",
    "GameSecret": "game_id = %(game)s",
    "Seat": "game_id = %(game)s ORDER BY number",
    "Entry": "game_id = %(game)s ORDER BY number",
    "EntrySecret": "game_id = %(game)s ORDER BY number, holder",
    "Turn": "game_id = %(game)s ORDER BY id",
    "Alarm": "turn_id IN (SELECT id FROM games_turn WHERE game_id = %(game)s AND closed_at IS NULL) ORDER BY turn_id",
    "IdempotencyKey": "game_id = %(game)s ORDER BY id",
    "Plan": "game_id = %(game)s",
    "Mail": "game_id = %(game)s ORDER BY id",
    "Notification": "game_id = %(game)s ORDER BY id",
    "ReplyAddress": "game_id = %(game)s ORDER BY id",
}
"""The models with rows of a game, and the condition that selects them. Alarms of past turns are soon deleted."""
NUMBERED: Final = {("Turn", "id"): TURN, ("Mail", "id"): MAIL}
REFERRING: Final = {("Alarm", "turn_id"): TURN, ("Notification", "mail_id"): MAIL, ("ReplyAddress", "mail_id"): MAIL}
MOVING: Final = {
    ("Turn", "opened_at"),
    ("Turn", "deadline_at"),
    ("Turn", "expires_at"),
    ("Alarm", "look_at"),
    ("Plan", "acts_at"),
    ("Game", "closes_at"),
}
"""Columns with the instant at which something is due or has begun."""
RANDOM: Final = {("Mail", "token"), ("ReplyAddress", "token_hash")}
"""Columns with hashes of unknown values."""
NULL: Final = r"\N"
ESCAPES: Final = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})
Values = dict[str, str]


class Link(NamedTuple):
    """An entry's place in the chain: the hashed text, as a template, after the hash of the previous entry."""

    number: int
    hashed: str


class Pattern(NamedTuple):
    """A game to copy: the templates of its rows by model, and the sources of a copy's own values."""

    rows: dict[str, list[str]]
    seats: int
    commitment: str
    chain: list[Link]
    parts: list[record.Record]
    position: bytes | None
    moments: list[datetime]
    turns: int
    mails: int


class Patterns(NamedTuple):
    """Games in the middle of play, and by name the games whose copies have something due."""

    playing: list[Pattern]
    due: dict[str, Pattern]


class Copy(NamedTuple):
    """One copy: its id, its players by seat, its shift in time, when it was made, and the first numbers that its turns
    and its emails may take.
    """

    game: str
    players: Sequence[str]
    later: timedelta
    created: datetime
    turn: int
    mail: int


def read(game_id: str) -> Pattern:
    """Return the pattern of this game."""
    game = store.read(game_id)
    people = list(dict.fromkeys([*game.seats.order_by("number").values_list("player_id", flat=True), game.host_id]))
    found = {name: _rows(name, game_id) for name in TABLES}
    writer = _Writer(game_id, people, found)
    rows = {name: [writer.template(name, row) for row in found[name]] for name in TABLES}
    parts = _parts(game_id)
    return Pattern(
        rows,
        game.seats.count(),
        game.commitment,
        [Link(entry.number, writer.hashed(entry, parts)) for entry in game.entries.order_by("number")],
        list(parts.values()),
        _position(game),
        writer.moments,
        len(writer.numbers[TURN]),
        len(writer.numbers[MAIL]),
    )


def values(pattern: Pattern, copy: Copy) -> Values:
    """Return the values of a copy for the placeholders in the pattern's templates."""
    own = {GAME: copy.game, CREATED: copy.created.isoformat()}
    own |= {f"{PLAYER}{seat}": player for seat, player in enumerate(copy.players)}
    own |= {f"{MOMENT}{place}": (at + copy.later).isoformat() for place, at in enumerate(pattern.moments)}
    own |= {f"{TURN}{place}": str(copy.turn + place) for place in range(pattern.turns)}
    own |= {f"{MAIL}{place}": str(copy.mail + place) for place in range(pattern.mails)}
    _add_hashes(own, pattern)
    for entry in pattern.parts:
        for row in secret_parts.rows(entry, copy.game):
            own[f"{PART}{row.number}_{row.holder}"] = _bytes(bytes(row.body))
    if pattern.position is not None:
        own[POSITION] = _bytes(encryption.seal(loader.POSITION, copy.game, pattern.position))
    return own


def columns(name: str) -> list[str]:
    """Return a model's columns that are copied; PostgreSQL numbers the others."""
    fields: list[Any] = [field for field in model(name)._meta.concrete_fields if field.column]
    counted = {"AutoField", "BigAutoField"}
    return [field.column for field in fields if (name, field.column) in NUMBERED or _kind(field) not in counted]


def model(name: str) -> type[models.Model]:
    """Return a model of `games` or `notifications` by name."""
    found: dict[str, type[models.Model]] = {
        one.__name__: one for app in ("games", "notifications") for one in apps.get_app_config(app).get_models()
    }
    return found[name]


def escaped(text: str | None) -> str:
    """Escape a value for COPY, and for `%` formatting."""
    return NULL if text is None else text.translate(ESCAPES).replace("%", "%%")


class _Writer:
    """A writer that turns values into templates."""

    def __init__(self, game: str, people: Sequence[str], rows: dict[str, list[dict[str, str | None]]]) -> None:
        self._own = {game: f"%({GAME})s"} | {key: f"%({PLAYER}{place})s" for place, key in enumerate(people)}
        self._game = game
        self.numbers = {
            kind: {row["id"]: place for place, row in enumerate(rows[name])} for (name, _), kind in NUMBERED.items()
        }
        self.moments: list[datetime] = []

    def template(self, name: str, row: dict[str, str | None]) -> str:
        """Return a row as a line for COPY."""
        return "\t".join(self._value(name, column, row) for column in columns(name)) + "\n"

    def hashed(self, entry: Entry, parts: dict[int, record.Record]) -> str:
        """Return the text that the chain hashes for an entry, after the hash of the previous one."""
        secrets = parts[entry.number].secrets if entry.number in parts else ()
        hidden = [[part.holder, record.sealed_hash(part)] for part in secrets]
        whole = canonical(["", entry.public, hidden]).decode().replace("%", "%%")
        return self._named(whole.removeprefix('[""'))

    def _value(self, name: str, column: str, row: dict[str, str | None]) -> str:
        value, place = row[column], (name, column)
        if value is None:
            return NULL
        if place in NUMBERED or place in REFERRING:
            kind = NUMBERED.get(place) or REFERRING[place]
            return f"%({kind}{self.numbers[kind][value]})s"
        if place in MOVING and row.get("closed_at") is None:
            self.moments.append(datetime.fromisoformat(value))
            return f"%({MOMENT}{len(self.moments) - 1})s"
        if place in RANDOM:
            return f"%({GAME})s{value[len(self._game) :]}"
        return _OWN.get(place, _as_it_is)(row) or self._named(escaped(value))

    def _named(self, text: str) -> str:
        """Replace ids with placeholders."""
        for key, own in self._own.items():
            text = text.replace(key, own)
        return text


def _as_it_is(_row: dict[str, str | None]) -> str | None:
    return None


_OWN: Final[dict[tuple[str, str], Callable[[dict[str, str | None]], str | None]]] = {
    ("Entry", "hash"): lambda row: f"%({HASH}{row['number']})s",
    ("Game", "chain"): lambda row: row["chain"] and f"%({HASH}{row['head']})s",
    ("Game", "created_at"): lambda row: f"%({CREATED})s",
    ("GameSecret", "position"): lambda row: f"%({POSITION})s",
    ("EntrySecret", "body"): lambda row: f"%({PART}{row['number']}_{row['holder']})s",
}


def _add_hashes(own: Values, pattern: Pattern) -> None:
    """Add the hashes of a copy's chain."""
    previous = pattern.commitment
    for number, hashed in pattern.chain:
        previous = hashlib.sha256(f'["{previous}"{hashed % own}'.encode()).hexdigest()
        own[f"{HASH}{number}"] = previous


def _rows(name: str, game: str) -> list[dict[str, str | None]]:
    """Return the rows as text, as PostgreSQL writes the values."""
    with connection.cursor() as cursor:
        texts = ", ".join(f'"{column}"::text' for column in _all_columns(name))
        cursor.execute(f"SELECT {texts} FROM {model(name)._meta.db_table} WHERE {TABLES[name]}", {"game": game})
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _all_columns(name: str) -> Iterator[str]:
    return (field.column for field in model(name)._meta.concrete_fields if field.column)


def _kind(field: Any) -> str:
    kind: str = field.get_internal_type()
    return kind


def _parts(game: str) -> dict[int, record.Record]:
    """Return the secret parts of all entries that have any."""
    found: dict[int, record.Record] = {}
    for row in EntrySecret.objects.filter(game=game).order_by("number", "holder"):
        part = secret_parts.read(game, row.number, row.holder, row.salt, row.body)
        before = found[row.number].secrets if row.number in found else ()
        found[row.number] = record.Record(row.number, _NOT_NEEDED, (*before, part), "")
    return found


_NOT_NEEDED: Final[Json] = {}


def _position(game: Game) -> bytes | None:
    kept = game.secret.position
    return None if kept is None else encryption.unseal(loader.POSITION, game.pk, bytes(kept))


def _bytes(plain: bytes) -> str:
    return rf"\\x{plain.hex()}"

"""A game's rows as templates: what all its copies share, with names where each copy has something of its own.

Ids of game and players are replaced wherever they stand. A copy has a chain of its own, since the log names the
players; its secret parts and its position are sealed anew, since each is sealed for its place; turns and emails have
numbers of their own, since others refer to them. The instants by which something is due move together. What was drawn
stays: a copy's seed is its pattern's, and the key of its chance, too.
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
"""Names of what a copy has of its own; most have a number behind them."""

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
"""The models whose rows a game has, and which rows. Alarms of turns that are over are not for long."""
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
"""When something is due, or has begun."""
RANDOM: Final = {("Mail", "token"), ("ReplyAddress", "token_hash")}
"""Nobody knows what they were made of."""
NULL: Final = r"\N"
ESCAPES: Final = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})
Values = dict[str, str]


class Link(NamedTuple):
    """An entry in its chain: what is hashed, as a template, behind the hash of the one before it."""

    number: int
    hashed: str


class Pattern(NamedTuple):
    """A game to copy: the templates of its rows by model, and what a copy's own values are made of."""

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
    """Games in play, and games of which copies have something due, by name."""

    playing: list[Pattern]
    due: dict[str, Pattern]


class Copy(NamedTuple):
    """One copy: its id, its players by seat, how much later all is due, when it was made, and the first numbers that
    its turns and its emails may take.
    """

    game: str
    players: Sequence[str]
    later: timedelta
    created: datetime
    turn: int
    mail: int


def read(game_id: str) -> Pattern:
    """The pattern that this game makes."""
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
    """What the names in the pattern's templates stand for in a copy."""
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
    """The columns of a model that copies are given; the others are counted by PostgreSQL."""
    fields: list[Any] = [field for field in model(name)._meta.concrete_fields if field.column]
    counted = {"AutoField", "BigAutoField"}
    return [field.column for field in fields if (name, field.column) in NUMBERED or _kind(field) not in counted]


def model(name: str) -> type[models.Model]:
    """A model of the games' or the notifications'."""
    found: dict[str, type[models.Model]] = {
        one.__name__: one for app in ("games", "notifications") for one in apps.get_app_config(app).get_models()
    }
    return found[name]


def escaped(text: str | None) -> str:
    """A value as COPY takes it, and `%` formatting leaves it alone."""
    return NULL if text is None else text.translate(ESCAPES).replace("%", "%%")


class _Writer:
    """Turns values into templates."""

    def __init__(self, game: str, people: Sequence[str], rows: dict[str, list[dict[str, str | None]]]) -> None:
        self._own = {game: f"%({GAME})s"} | {key: f"%({PLAYER}{place})s" for place, key in enumerate(people)}
        self._game = game
        self.numbers = {
            kind: {row["id"]: place for place, row in enumerate(rows[name])} for (name, _), kind in NUMBERED.items()
        }
        self.moments: list[datetime] = []

    def template(self, name: str, row: dict[str, str | None]) -> str:
        """A line for COPY."""
        return "\t".join(self._value(name, column, row) for column in columns(name)) + "\n"

    def hashed(self, entry: Entry, parts: dict[int, record.Record]) -> str:
        """What the chain has of an entry, behind the hash of the one before it."""
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
        """With names in place of ids."""
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
    """The chain of a copy."""
    previous = pattern.commitment
    for number, hashed in pattern.chain:
        previous = hashlib.sha256(f'["{previous}"{hashed % own}'.encode()).hexdigest()
        own[f"{HASH}{number}"] = previous


def _rows(name: str, game: str) -> list[dict[str, str | None]]:
    """Values as PostgreSQL writes them."""
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
    """The secret parts of all entries that have any."""
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

"""Conversion of values to JSON and back: fixed tags, stored names, and who may know which part.

A codec belongs to a ruleset, because names (routes, cities, tickets) are its board's. It inspects the fields' types
once: `Route` becomes a slug, `Ticket` a number, `Card` its kind, `Place` counts from 1, tuples become lists. Facts and
moves are written in parts, as `engine.visibility` marks their fields: `public` for all, `own` for the seat of the fact,
`sealed` for nobody. A `Counted` field leaves `<name>_count` in the public part. Positions are written whole.

A stored tag never changes its meaning. A field added later is derived from the others (`Event.added`) where an old
entry lacks it, so that old entries read like new ones.
"""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.boards import Board, City, Route, Routes, Ticket
from engine.cards import KINDS, PLACES, Bag, Card, Place, bag_of, counts
from engine.errors import MalformedMove
from engine.model import Event, Move, Points, Prompt, Ruleset, State
from engine.visibility import COUNTED, SEALED

Json = dict[str, Any]
Tagged = TypeVar("Tagged", bound=Event | Move | Prompt)
Kind = TypeVar("Kind")
Name = TypeVar("Name", str, int)
NAMES: Final = frozenset({str, int})
"""The types of names. `True` does not count as a number, since JSON tells them apart."""


class Divided(NamedTuple):
    """The parts of a fact or move, by who may know them."""

    public: Json
    own: Json
    sealed: Json


class Coder(NamedTuple):
    """How values of one type are written and read. `read` raises ValueError for anything else.

    `values_by_name` maps each written form to its value if there are finitely many; if the written form is the value
    itself, `plain` is its type. A position holds hundreds of both, and they are read in bulk.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    values_by_name: Mapping[Any, Any] | None = None
    plain: type | None = None


class Field(NamedTuple):
    """A field of a dataclass: its name, who may know it ("" for all), its coder."""

    name: str
    known_to: str
    coder: Coder


def canonical(value: object) -> bytes:
    """Write a JSON value in its canonical form: keys sorted, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()


@lru_cache
def codec_of(rules: Ruleset) -> "Codec":
    """Return the codec of a ruleset."""
    return Codec(rules)


class Codec:
    """A writer and reader of the events, moves and positions of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._coders = _named_coders(rules.board)
        self._fields = _Fields(self._read_fields)
        self._events = _by_tag(rules.reducers)
        self._moves = _by_tag([*rules.writers, *rules.controls])
        self._prompts = _by_tag(rules.moves)

    def event(self, event: Event) -> Divided:
        """Return a fact divided by who may know its parts."""
        return self._parts(event)

    def move(self, move: Move) -> Divided:
        """Return a move divided by who may know its parts."""
        return self._parts(move)

    def read_event(self, data: Json) -> Event:
        """Return the fact with these merged parts. Raises KeyError or ValueError if the data is not a fact."""
        kind = self._events[data["type"]]
        fact = _upcast(kind, data) if kind.added else data
        return kind(**{field.name: field.coder.read(fact[field.name]) for field in self._fields[kind]})

    def read_move(self, data: object) -> Move:
        """Return the move that this JSON describes. Raises MalformedMove, which says what is wrong."""
        if not isinstance(data, dict):
            raise MalformedMove("not_an_object")
        tag = data.get("type")
        kind = self._moves.get(tag) if isinstance(tag, str) else None
        if kind is None:
            answers = (tag for tag, kind in self._moves.items() if kind not in self.rules.controls)
            raise MalformedMove("unknown_move", known=sorted(answers))
        fields = self._fields[kind]
        field_names = ["type", *(field.name for field in fields)]
        if unknown := sorted(str(name)[:40] for name in data.keys() - field_names):
            raise MalformedMove("unknown_field", fields=unknown, known=field_names)
        return kind(**{field.name: _read_field(field, data) for field in fields})

    def position(self, state: State) -> Json:
        """Return a whole position, including every secret."""
        return {"rules": self.rules.id, **self._whole(state)}

    def read_position(self, data: Json) -> State:
        """Return the position written by `position`. Raises KeyError or ValueError if it is not one of this ruleset."""
        if data["rules"] != self.rules.id:
            raise ValueError("the position is of another ruleset")
        return self._instance(self.rules.position, data)

    def digest(self, state: State) -> str:
        """Return the SHA-256 of a position as hex, for golden games.

        It is derived from secrets, so nobody may see it before they open.
        """
        return hashlib.sha256(canonical(self.position(state))).hexdigest()

    def _parts(self, value: Event | Move) -> Divided:
        parts = Divided({"type": value.tag}, {}, {})
        for name, known_to, coder in self._fields[type(value)]:
            encoded = getattr(value, name) if coder.plain else coder.write(getattr(value, name))
            if not known_to:
                parts.public[name] = encoded
            elif known_to == SEALED:
                parts.sealed[name] = encoded
            else:
                parts.own[name] = encoded
                if known_to == COUNTED:
                    parts.public[f"{name}_count"] = len(encoded)
        return parts

    def _whole(self, value: object) -> Json:
        whole = {}
        for name, _, coder in self._fields[type(value)]:
            part = getattr(value, name)
            whole[name] = part if coder.plain else coder.write(part)
        return whole

    def _instance(self, kind: type[Kind], data: Json) -> Kind:
        values: Json = {"rules": self.rules} if issubclass(kind, State) else {}
        for name, _, coder in self._fields[kind]:
            part = data[name]
            values[name] = part if type(part) is coder.plain else coder.read(part)
        return kind(**values)

    def _read_fields(self, kind: type) -> Iterable[Field]:
        hints = get_type_hints(kind, include_extras=True)
        for field in dataclasses.fields(kind):
            if field.name != "rules":
                hint, known_to = self._unmarked(hints[field.name])
                yield Field(field.name, known_to, self._coder(hint))

    def _unmarked(self, hint: object) -> tuple[object, str]:
        """Return a field's type and who may know it."""
        if get_origin(hint) is Annotated and hint not in self._coders:
            kind, known_to, *_ = get_args(hint)
            return kind, known_to
        return hint, ""

    def _coder(self, hint: object) -> Coder:
        if hint in self._coders:
            return self._coders[hint]
        if hint is Prompt:
            return Coder(self._write_prompt, self._read_prompt)
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            return Coder(self._whole, lambda data: self._instance(hint, data))
        return self._compound(get_origin(hint), get_args(hint))

    def _compound(self, origin: object, args: tuple[object, ...]) -> Coder:
        if origin is tuple:
            return _sequence(self._coder(args[0]), tuple)
        if origin is list:
            return _sequence(self._coder(args[0]), list)
        if origin is Mapping:
            return _mapping(self._coder(args[0]), self._coder(args[1]))
        if origin in (Union, UnionType) and args[1] is NoneType:
            return _optional(self._coder(args[0]))
        raise TypeError(f"no way to write {origin}[{args}]")

    def _write_prompt(self, prompt: Prompt) -> Json:
        return {"type": prompt.tag, **self._whole(prompt)}

    def _read_prompt(self, data: Json) -> Prompt:
        return self._instance(self._prompts[data["type"]], data)


class _Fields(dict[type, tuple[Field, ...]]):
    """The fields of each dataclass, looked up when they are first needed."""

    def __init__(self, read: Callable[[type], Iterable[Field]]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, kind: type) -> tuple[Field, ...]:
        self[kind] = fields = tuple(self._read(kind))
        return fields


def merged(*parts: Json) -> Json:
    """Merge the parts that somebody may know into one fact or move."""
    whole: Json = {}
    for part in parts:
        whole |= part
    return whole


def _upcast(kind: type[Event], data: Json) -> Json:
    """Return a stored fact with the fields that were added since it was written."""
    return data | {name: derive(data) for name, derive in kind.added.items() if name not in data}


def _by_tag(kinds: Iterable[type[Tagged]]) -> dict[str, type[Tagged]]:
    return {kind.tag: kind for kind in kinds}


def _read_field(field: Field, data: Json) -> object:
    if field.name not in data:
        raise MalformedMove("missing_field", field=field.name)
    try:
        return field.coder.read(data[field.name])
    except ValueError as error:
        raise MalformedMove("bad_value", field=field.name, expected=str(error)) from error


def _named_coders(board: Board) -> dict[object, Coder]:
    return {
        int: Coder(_same, _integer, plain=int),
        str: Coder(_same, _text, plain=str),
        bool: Coder(_same, bool),
        Bag: Coder(lambda bag: list(counts(bag)), bag_of),
        Routes: Coder(lambda routes: f"{routes:x}", lambda text: int(text, 16)),
        Points: Coder(list, lambda data: Points(*data)),
        Place: Coder(lambda place: place + 1, _place),
        Card: _names({name: Card(i) for i, name in enumerate(KINDS)}, "a train card"),
        City: _names(board.city_of, "a city"),
        Route: _names(board.route_of, "a route"),
        Ticket: _names(board.ticket_of, "a ticket's number"),
    }


def _same(value: Kind) -> Kind:
    return value


def _integer(value: object) -> int:
    if type(value) is not int:
        raise ValueError("a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a text")
    return value


def _place(value: object) -> Place:
    place = _integer(value)
    if not 1 <= place <= PLACES:
        raise ValueError(f"a place from 1 to {PLACES}")
    return Place(place - 1)


def _names(values_by_name: Mapping[Name, Kind], expected: str) -> Coder:
    """Return a coder of values by name (text or number). Only exact names are read: nothing that merely equals one."""

    def read(name: Name) -> Kind:
        if type(name) not in NAMES or name not in values_by_name:
            raise ValueError(expected)
        return values_by_name[name]

    return Coder({value: name for name, value in values_by_name.items()}.__getitem__, read, values_by_name)


def _sequence(item: Coder, build: Callable[[Iterable[object]], Sequence[object]]) -> Coder:
    """Return a coder of lists. Names and plain values are read in bulk; the first wrong item is reported."""
    write, read, values_by_name, plain = item

    def read_all(values: object) -> Sequence[object]:
        if not isinstance(values, list):
            raise ValueError("a list")
        types = set(map(type, values))
        if plain and types <= {plain}:
            return build(values)
        if values_by_name is not None and types <= NAMES | {NoneType} and values_by_name.keys() >= set(values):
            return build(map(values_by_name.__getitem__, values))
        return build(map(read, values))

    return Coder(list if plain else lambda values: list(map(write, values)), read_all)


def _mapping(key: Coder, value: Coder) -> Coder:
    """Return a coder that writes mappings as lists of pairs, which keep their order and allow any kind of key."""

    def write_all(values: Mapping[object, object]) -> list[list[object]]:
        pairs = zip(map(key.write, values), map(value.write, values.values()), strict=True)
        return list(map(list, pairs))

    def read_all(pairs: Iterable[tuple[object, object]]) -> dict[object, object]:
        decoded = {}
        for name, part in pairs:
            decoded[key.read(name)] = value.read(part)
        return decoded

    return Coder(write_all, read_all)


def _optional(item: Coder) -> Coder:
    write, read, values_by_name, _ = item
    if values_by_name is not None:
        write, values_by_name = (
            {**{value: name for name, value in values_by_name.items()}, None: None}.__getitem__,
            {**values_by_name, None: None},
        )
        return Coder(write, lambda value: None if value is None else read(value), values_by_name)
    return Coder(
        lambda value: None if value is None else write(value), lambda value: None if value is None else read(value)
    )

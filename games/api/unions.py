"""Schemas of moves, events and prompts, one for each type, derived from the engine's records.

`Move`, `Event` and `Prompt` are unions discriminated by `type`. A move in a request has all its fields; in the log
those that only its seat may know can be missing, so there it has a schema of its own (`LoggedMove`).
"""

import dataclasses
import inspect
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, get_args, get_origin, get_type_hints

import engine
from engine.boards import City, Route, Ticket
from engine.cards import KINDS, PLACES, Card, Place
from engine.schema import Schema, prompt_schemas, view_schemas
from engine.visibility import COUNTED, SEALED

PREFIX: Final = "#/components/schemas/"
SLUG: Final = "^[a-z0-9_]+(-[a-z0-9_]+)*$"


def ref(name: str) -> Schema:
    """Return a reference to a named schema."""
    return {"$ref": PREFIX + name}


Kind = type[engine.Move] | type[engine.Event] | type[engine.Prompt]
SIMPLE: Final[Mapping[object, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    Card: ref("Card"),
    Place: {"type": "integer", "minimum": 1, "maximum": PLACES},
    City: ref("CityId"),
    Route: ref("RouteId"),
    Ticket: ref("TicketNumber"),
}
"""The schemas of the engine's types in JSON, as `engine.codec` writes them."""

LENGTHS: Final = (
    "[0-9]{1,4}W",
    "[0-9]{1,5}D(T[0-9]{1,6}H([0-9]{1,6}M)?)?",
    "([0-9]{1,5}D)?T[0-9]{1,6}H([0-9]{1,6}M)?([0-9]{1,8}S)?",
    "([0-9]{1,5}D)?T[0-9]{1,6}M([0-9]{1,8}S)?",
    "([0-9]{1,5}D)?T[0-9]{1,8}S",
)
NAMES: Final[Mapping[str, Schema]] = {
    "Card": {"type": "string", "enum": list(KINDS), "description": "A kind of train card."},
    "CityId": {
        "type": "string",
        "pattern": SLUG,
        "description": "A city of the ruleset's board.",
        "examples": ["denver"],
    },
    "RouteId": {
        "type": "string",
        "pattern": SLUG,
        "description": "A route of the ruleset's board; the tracks of a double route end in -1 and -2.",
        "examples": ["denver-omaha"],
    },
    "TicketNumber": {"type": "integer", "minimum": 1, "description": "A ticket of the ruleset's board."},
    "SeatNumber": {"type": "integer", "minimum": 0, "maximum": 5, "description": "A seat; the first one is 0."},
    "PromptId": {
        "type": "string",
        "pattern": "^[1-9][0-9]{0,8}\\.[0-5]$",
        "description": "An open prompt: the entry that opened it, and the seat it asks.",
        "examples": ["41.2"],
    },
    "RulesetId": {
        "type": "string",
        "pattern": "^[a-z0-9_]+@[1-9][0-9]*$",
        "maxLength": 32,
        "description": "A ruleset, with its version. `list_rulesets` has those that can be played; more may come.",
        "examples": [next(iter(engine.RULESETS))],
    },
    "TimeOfDay": {
        "type": "string",
        "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
        "description": "A time of the day, to the minute, in your time zone.",
        "examples": ["22:30"],
    },
    "Duration": {
        "type": "string",
        "format": "duration",
        "pattern": f"^P({'|'.join(LENGTHS)})$",
        "maxLength": 32,
        "description": "A length of time (ISO 8601): weeks, or days, hours, minutes and seconds.",
        "examples": ["P1D", "PT12H", "P1DT12H"],
    },
    "MoveOrNotation": {
        "description": "A move: one line of notation, or an object.",
        "oneOf": [ref("Notation"), ref("Move")],
    },
    "PlanLine": {
        "type": "string",
        "pattern": r"^\s*[A-Za-z0-9_-]+(\s+[A-Za-z0-9_-]+)*\s*$",
        "maxLength": 120,
        "description": "A line of a plan: an order, or when to stop or wait; docs/playing.md has the grammar.",
        "examples": ["draw wanted else deck", "always keep best", "stop when last round", "wait until 6 hours left"],
    },
    "Notation": {
        "type": "string",
        "pattern": "^[a-z]+( [a-z0-9_-]+)*$",
        "maxLength": 200,
        "description": "A move on one line, as people write it; docs/playing.md has the grammar.",
        "examples": ["draw deck", "claim denver-omaha purple 3 loco 1"],
    },
}
SEATS: Final = frozenset({"seat", "victim"})


def components() -> dict[str, Schema]:
    """Return the schemas of all moves, events and prompts, by name."""
    rulesets = list(engine.RULESETS.values())
    prompts, moves, events = prompt_schemas(rulesets), every_move(), every_event()
    turn_moves = [move for move in moves if move not in _list_controls()]
    logged = [_logged_name(move) for move in moves]
    return {
        **NAMES,
        **view_schemas(rulesets),
        **{name_of(kind, "Prompt"): schema for kind, schema in prompts.items()},
        "Prompt": _union_schema([name_of(kind, "Prompt") for kind in prompts], prompts, "An open question to a seat."),
        "PromptType": _type_schema(prompts, "What is asked."),
        **{name_of(kind, "Move"): _record_schema(kind) for kind in moves},
        **{_logged_name(kind): _record_schema(kind, in_part=True) for kind in moves if _hides(kind)},
        "Move": _union_schema([name_of(kind, "Move") for kind in turn_moves], turn_moves, "A move, as an object."),
        "LoggedMove": _union_schema(logged, moves, "A move, as far as you may know it."),
        **{name_of(kind, "Event"): _record_schema(kind, in_part=True) for kind in events},
        "Event": _union_schema(
            [name_of(kind, "Event") for kind in events], events, "What an entry caused, as you may know it."
        ),
    }


def name_of(kind: Kind, suffix: str) -> str:
    """Return the schema's name: ClaimRouteMove for the move `claim_route`."""
    return "".join(part.title() for part in kind.tag.split("_")) + suffix


def _logged_name(kind: Kind) -> str:
    return name_of(kind, "Move") if not _hides(kind) else f"Logged{name_of(kind, 'Move')}"


def _full_rulesets() -> list[engine.Ruleset]:
    """Return every ruleset with everything that its options add."""
    return [rules.with_options(dict.fromkeys(rules.variants, True)) for rules in engine.RULESETS.values()]


def every_event() -> list[type[engine.Event]]:
    """Return the types of events of all rulesets, with everything that their options add."""
    return list({kind: None for rules in _full_rulesets() for kind in rules.reducers})


def every_move() -> list[type[engine.Move]]:
    """Return the types of moves of all rulesets, with everything that their options add."""
    return list({kind: None for rules in _full_rulesets() for kind in (*rules.writers, *rules.controls)})


def _list_controls() -> set[type[engine.Move]]:
    """Return the moves that answer no prompt: they have addresses of their own, or are made by the clock."""
    return {kind for rules in _full_rulesets() for kind in rules.controls}


def _union_schema(names: Iterable[str], kinds: Iterable[Kind], about: str) -> Schema:
    mapping = {kind.tag: ref(name)["$ref"] for kind, name in zip(kinds, names, strict=True)}
    return {
        "type": "object",
        "description": about,
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _type_schema(kinds: Iterable[Kind], about: str) -> Schema:
    lines = [f"* `{kind.tag}` - {_first_line(kind)}" for kind in kinds]
    return {"type": "string", "enum": [kind.tag for kind in kinds], "description": "\n".join([about, *lines])}


def _record_schema(kind: Kind, *, in_part: bool = False) -> Schema:
    """Return the schema of a move or an event; with `in_part`, as seen by a reader who may not know all of it."""
    members: Schema = {"type": {"type": "string", "const": kind.tag}}
    required = ["type"]
    for name, hint, known_to in _list_fields(kind):
        members[name] = _member_schema(name, hint)
        if in_part and known_to:
            members[name] = {**members[name], "description": KNOWN_TO[known_to]}
            if known_to == COUNTED:
                members[f"{name}_count"] = {"type": "integer", "description": f"How many `{name}` there are."}
                required.append(f"{name}_count")
        elif issubclass(kind, engine.Event) and name in kind.added:
            members[name] = {**members[name], "description": ADDED}
        else:
            required.append(name)
    closed = {} if in_part else {"additionalProperties": False}
    return {"type": "object", "description": _first_line(kind), "properties": members, "required": required, **closed}


ADDED: Final = "Entries written before this member was added lack it."
KNOWN_TO: Final = {
    COUNTED: "Only its seat sees which.",
    SEALED: "Sealed until the game's secrets open.",
    "owner": "Only its seat sees it.",
}


def _list_fields(kind: type) -> Iterator[tuple[str, object, str]]:
    """Yield the name, type and audience of each field ("" if everybody may know it)."""
    hints = get_type_hints(kind, include_extras=True)
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is Annotated:
            unmarked, known_to, *_ = get_args(hint)
            yield field.name, unmarked, known_to
        else:
            yield field.name, hint, ""


def _hides(kind: type) -> bool:
    return any(known_to for _, _, known_to in _list_fields(kind))


def _member_schema(name: str, hint: object) -> Schema:
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _member_schema("", get_args(hint)[0])}
    if name in SEATS:
        return ref("SeatNumber")
    return dict(SIMPLE[hint])


def _first_line(kind: type) -> str:
    return (inspect.getdoc(kind) or "").split("\n", maxsplit=1)[0]

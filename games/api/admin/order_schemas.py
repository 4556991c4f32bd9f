"""Schemas of orders, one for each kind, derived from their records: as admins send them, and as they are stored."""

import inspect
from collections.abc import Iterable
from dataclasses import MISSING, Field, fields
from typing import Final, get_type_hints

from engine.schema import Schema
from games.api.unions import ref
from games.ids import ID_PATTERN
from games.table.rulings import commands
from games.table.rulings.board import MOST_POINTS
from games.table.rulings.clock import MOST_HOURS

LARGEST: Final = 2**31 - 1
ENTRY: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": LARGEST}
MEMBERS: Final[dict[str, Schema]] = {
    "deadline_at": {"type": "string", "format": "date-time", "description": "Until then; or give “hours”."},
    "hours": {"type": "integer", "minimum": 1, "maximum": MOST_HOURS, "description": "So many hours more."},
    "prompt": {**ref("PromptId"), "description": "Null for every open question."},
    "entry": ENTRY,
    "reason": {"type": "string", "pattern": "^[a-z0-9_:]{1,32}$", "description": "A code, never a sentence."},
    "as_of": {**ENTRY, "description": "The entry after which the position is restored."},
    "seat": ref("SeatNumber"),
    "move": {**ref("MoveOrNotation"), "description": "Null plays the default."},
    "player": {"type": "string", "pattern": f"^{ID_PATTERN}$", "description": "A player's id; null for a stand-in."},
    "how": {"type": "string", "enum": [commands.VOID, commands.PRESENT_POINTS, commands.FORFEIT]},
    "seats": {"type": "array", "items": ref("SeatNumber"), "maxItems": 6, "description": "The seats that forfeit."},
    "points": {
        "type": "integer",
        "minimum": -MOST_POINTS,
        "maximum": MOST_POINTS,
        "not": {"const": 0},
        "description": "So many more; fewer where it is less than 0.",
    },
    "is_open": {"type": "boolean", "description": "Whether spectators can read the talk and join in."},
}
"""The schema of each member of an order, if it is not null."""
LEFT_OUT: Final = frozenset({"deadline_at", "hours"})
"""Members that are omitted from an order if they do not apply; only stored orders have null."""


def components() -> dict[str, Schema]:
    """Return the schemas of all orders, by name."""
    kinds = list(commands.ORDERS.values())
    orderable = [kind for kind in kinds if not kind.kind.only_undoes]
    return {
        **{_schema_name(kind, "Order"): _order_schema(kind) for kind in orderable},
        **{_schema_name(kind, "WrittenOrder"): _written_order_schema(kind) for kind in kinds},
        "Order": _union_schema(orderable, "Order", "What an admin orders; each kind has members of its own."),
        "BulkOrder": _union_schema(commands.IN_BULK, "Order", "What can be ordered for many games at once."),
        "WrittenOrder": _union_schema(kinds, "WrittenOrder", "An order as it was written down, with all its members."),
    }


def _schema_name(kind: type[commands.Order], suffix: str) -> str:
    return "".join(part.title() for part in kind.kind.split("_")) + suffix


def _union_schema(kinds: Iterable[type[commands.Order]], suffix: str, about: str) -> Schema:
    mapping = {kind.kind.value: ref(_schema_name(kind, suffix))["$ref"] for kind in kinds}
    return {
        "description": about,
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def _order_schema(kind: type[commands.Order]) -> Schema:
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    schema = _record_schema(kind, needed)
    optional = {name: MEMBERS[name] for name in LEFT_OUT & schema["properties"].keys()}
    return {**schema, "properties": schema["properties"] | optional, "additionalProperties": False}


def _written_order_schema(kind: type[commands.Order]) -> Schema:
    return _record_schema(kind, [field.name for field in fields(kind)])


def _record_schema(kind: type[commands.Order], needed: list[str]) -> Schema:
    hints = get_type_hints(kind)
    members = {field.name: _member_schema(field, hints[field.name]) for field in fields(kind)}
    return {
        "type": "object",
        "description": (inspect.getdoc(kind) or "").split("\n", maxsplit=1)[0],
        "properties": {"kind": {"type": "string", "const": kind.kind.value}, **members},
        "required": ["kind", *needed],
    }


def _member_schema(field: Field[object], hint: object) -> Schema:
    schema = dict(MEMBERS[field.name])
    if type(None) not in getattr(hint, "__args__", ()):
        return schema
    about = {"description": schema.pop("description")} if "description" in schema else {}
    return {"oneOf": [schema, {"type": "null"}], **about}

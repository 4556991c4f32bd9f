"""Answers whose schema leaves room for what comes later, so that a client made from it goes on working.

The next board brings events, prompts and moves of new types, and values that no list has. In answers, therefore, every
union has a variant for a type that it does not know, and every list of values lets others through. What is sent stays
as strict as it is checked: a schema that occurs in requests is left alone, and for the moves that an answer offers
there is a union of its own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.codec import Json
from games.api.unions import PREFIX, ref

CLOSED: Final = {"DayOfWeek": "There are seven."}
"""Lists of values to which none is ever added, with the reason."""
TEXT: Final = {"type": "string"}
NULL: Final = {"type": "null"}
FILLERS: Final[Mapping[str, Json | None]] = {"NullEnum": NULL, "BlankEnum": None}
"""Lists with no value of their own, and what stands for them where any text may stand."""
UNIONS: Final = ("oneOf", "anyOf")
OFFERED: Final = ("Move", "OfferedMove")
"""A union of requests, and its name where it stands in answers."""


def open_answers(result: Json, **hook: object) -> Json:
    """Open the unions and lists of values of all schemas that occur in answers only."""
    schemas = result["components"]["schemas"]
    sent, answered = list_schemas(result)
    closed, offered = OFFERED
    schemas[offered] = {**schemas[closed], "description": "A move that you can make: send it back, or its notation."}
    lists = {name for name, schema in schemas.items() if "enum" in schema} - CLOSED.keys()
    for name in sorted(answered - sent):
        schemas[name] = _open(_offer(schemas[name]), lists)
    for name in sorted((answered - sent) | {offered}):
        if "discriminator" in schemas[name]:
            schemas[f"Unknown{name}"] = _unknown_variant(schemas, name)
            schemas[name] = {**schemas[name], "oneOf": [*schemas[name]["oneOf"], ref(f"Unknown{name}")]}
    for name in FILLERS.keys() - set(_list_references(result)):
        schemas.pop(name, None)
    return result


def list_schemas(result: Json) -> tuple[set[str], set[str]]:
    """Return the names of the schemas in requests and of those in answers; what we post to webhooks is an answer."""
    operations = [(operation, False) for item in result["paths"].values() for operation in item.values()] + [
        (item["post"], True) for item in result.get("webhooks", {}).values()
    ]
    sent: list[object] = []
    answered: list[object] = []
    for operation, is_turned_around in operations:
        (answered if is_turned_around else sent).append(operation.get("requestBody"))
        sent.append(operation.get("parameters"))
        answered.append(operation.get("responses"))
    schemas = result["components"]["schemas"]
    return _reach(schemas, sent), _reach(schemas, answered)


def _reach(schemas: Json, parts: Iterable[object]) -> set[str]:
    """Return the names of all schemas to which these parts refer, and those refer in turn."""
    reached: set[str] = set()
    ahead = [name for part in parts for name in _list_references(part)]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += _list_references(schemas[name])
    return reached


def _list_references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].removeprefix(PREFIX)
        for inner in part.values():
            yield from _list_references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _list_references(inner)


def _offer(schema: Json) -> Json:
    """Return the schema with the union of moves that stands in answers."""
    closed, offered = (json.dumps(PREFIX + name) for name in OFFERED)
    offering: Json = json.loads(json.dumps(schema).replace(closed, offered))
    return offering


def _open(schema: Json, lists: set[str]) -> Json:
    """Return the schema with every list of values opened, its own excepted: a list with a name stays what it is."""
    opened = dict(schema)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            opened[name] = _open_value(schema[name], lists)
    if "properties" in schema:
        opened["properties"] = {name: _open_value(inner, lists) for name, inner in schema["properties"].items()}
    return opened


def _open_value(schema: Json, lists: set[str]) -> Json:
    """Return the schema of a value: if it is of a list, other texts are let through, too."""
    variants = next((schema[name] for name in UNIONS if name in schema), [schema])
    if not any(_is_list(variant, lists) for variant in variants):
        opened = _open(schema, lists)
        return opened | {name: [_open(inner, lists) for inner in schema[name]] for name in UNIONS if name in schema}
    about = {name: inner for name, inner in schema.items() if name not in {"$ref", "type", "enum", *UNIONS}}
    plain = [part for variant in variants for part in _divide(variant)]
    texts = [part for part in plain if part not in (TEXT, NULL)]
    return {"anyOf": [*texts, TEXT, *([NULL] if NULL in plain else [])], **about}


def _is_list(schema: Json, lists: set[str]) -> bool:
    return "enum" in schema or str(schema.get("$ref")).removeprefix(PREFIX) in lists


def _divide(schema: Json) -> Iterator[Json]:
    """Yield the schema's values, and null separately if it is one of them."""
    name = str(schema.get("$ref")).removeprefix(PREFIX)
    if name in FILLERS:
        if filler := FILLERS[name]:
            yield filler
    elif None in schema.get("enum", ()):
        yield {"type": "string", "enum": [value for value in schema["enum"] if value is not None]}
        yield NULL
    else:
        yield {key: inner for key, inner in schema.items() if key != "description"}


def _unknown_variant(schemas: Json, name: str) -> Json:
    """Return the schema of what is of no type that the union has: with the members that all its variants have."""
    discriminator = schemas[name]["discriminator"]
    variants = [schemas[reference.removeprefix(PREFIX)] for reference in discriminator["mapping"].values()]
    shared = [member for member in variants[0]["required"] if all(member in other["required"] for other in variants)]
    members = {member: _shared_member([variant["properties"][member] for variant in variants]) for member in shared}
    kinds = {"type": "string", "not": {"enum": list(discriminator["mapping"])}, "description": "Which one it is."}
    return {
        "type": "object",
        "description": "One of a type that came later than this document: ignore it, whatever members it has.",
        "properties": {**members, discriminator["propertyName"]: kinds},
        "required": shared,
    }


def _shared_member(schemas: list[Json]) -> Json:
    """Return the schema that a member has in every variant; if they differ, it is an object."""
    same = all(schema == schemas[0] for schema in schemas)
    return dict(schemas[0]) if same else {"type": "object", "description": schemas[0].get("description", "")}

"""The JSON Schema of a view (2020-12, as in OpenAPI 3.1), derived from the features of the games.

Each feature annotates what it lets a viewer see (`Feature.table`, `seat`, `own`, `prompts`) with a TypedDict. This
module combines them: a schema for each TypedDict under its own name, and Position, TableSeat and You with everything
that the features add to them. Members that not every game has are not required. References go to
`#/components/schemas/`; the names of basic types (Card, CityId, RouteId, TicketNumber, SeatNumber, PromptId, RulesetId)
must be defined by the document that includes the schemas.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from engine.model import Feature, Prompt, PromptShower, Ruleset
from engine.visibility import BaseOwnView, BasePromptView, BaseSeatView, BaseTableView, Length, OneOf, Reference

Schema = dict[str, Any]
PREFIX: Final = "#/components/schemas/"
SIMPLE: Final[Mapping[object, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
}
NULL: Final[Schema] = {"type": "null"}


def view_schemas(rulesets: Iterable[Ruleset]) -> dict[str, Schema]:
    """Return the schemas of `engine.view` in these games: Position, TableSeat, You, and those they refer to."""
    records = list(_with_and_without_options(rulesets))
    definitions: dict[str, Schema] = {}
    for question in dict.fromkeys(question for rules in records for question in rules.questions.values()):
        _object(_returned(question), definitions)
    you = _whole(BaseOwnView, records, lambda feature: [feature.own], definitions)
    seat = _whole(BaseSeatView, records, lambda feature: [feature.seat], definitions)
    position = _whole(BaseTableView, records, lambda feature: [feature.table], definitions)
    position["properties"] |= {
        "prompts": {"type": "array", "items": _reference("Prompt")},
        "seats": {"type": "array", "items": _reference("TableSeat")},
        "you": {"oneOf": [_reference("You"), NULL]},
    }
    position["required"] += ["prompts", "seats", "you"]
    return {**definitions, "You": you, "TableSeat": seat, "Position": position}


def prompt_schemas(rulesets: Iterable[Ruleset]) -> dict[type[Prompt], Schema]:
    """Return the schema of each kind of prompt in a view, in which `type` has a single value.

    The named schemas it refers to are among `view_schemas`.
    """
    questions: dict[type[Prompt], PromptShower | None] = {}
    for rules in _with_and_without_options(rulesets):
        questions |= {kind: rules.questions.get(kind) for kind in rules.moves}
    return {kind: _prompt(kind, describe) for kind, describe in questions.items()}


def _prompt(kind: type[Prompt], describe: PromptShower | None) -> Schema:
    schema = _object(BasePromptView, {})
    schema["properties"]["type"] = {"type": "string", "const": kind.tag}
    schema["description"] = _first_line(kind)
    if describe is not None:
        more = _object(_returned(describe), {})
        schema["properties"] |= more["properties"]
        schema["required"] += more["required"]
    return schema


def _with_and_without_options(rulesets: Iterable[Ruleset]) -> Iterator[Ruleset]:
    for rules in rulesets:
        yield rules.with_options({})
        yield rules.with_options(dict.fromkeys(rules.variants, True))


def _whole(
    base: type,
    rulesets: Iterable[Ruleset],
    functions_of: Callable[[Feature], Iterable[object]],
    definitions: dict[str, Schema],
) -> Schema:
    """Return the schema of a base with what the features of these games add; only what all games have is required."""
    whole = _object(base, definitions)
    always: list[set[str]] = []
    for rules in rulesets:
        parts = [_returned(function) for feature in rules.features for function in functions_of(feature)]
        schemas = [_object(part, definitions) for part in parts if is_typeddict(part)]
        for part in schemas:
            whole["properties"] |= part["properties"]
        always.append({name for part in parts if is_typeddict(part) for name in _shown_always(part)})
    required = set.intersection(*always)
    whole["required"] += [name for name in whole["properties"] if name in required and name not in whole["required"]]
    return whole


def _shown_always(kind: object) -> Iterator[str]:
    """Yield the members that a feature always shows; `total=False` only means that not every game has the feature."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is not NotRequired:
            yield name


def _returned(function: object) -> object:
    return get_type_hints(function, include_extras=True)["return"]


def _object(kind: object, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of a TypedDict, and add the schemas that it refers to to `definitions`."""
    hints = get_type_hints(kind, include_extras=True)
    members = {name: _schema(hint, definitions) for name, hint in hints.items()}
    required = [name for name in hints if name in vars(kind)["__required_keys__"]]
    return {"type": "object", "description": _first_line(kind), "properties": members, "required": required}


def _schema(hint: object, definitions: dict[str, Schema]) -> Schema:
    origin, parts = get_origin(hint), get_args(hint)
    if hint in SIMPLE:
        return dict(SIMPLE[hint])
    if isinstance(hint, type) and is_typeddict(hint):
        return _reference_to(hint, definitions)
    if origin is NotRequired:
        return _schema(parts[0], definitions)
    if origin is Annotated:
        return _annotated(parts[0], parts[1:], definitions)
    if origin in (Union, UnionType):
        return _nullable(_schema(next(part for part in parts if part is not NoneType), definitions))
    if origin is list:
        return {"type": "array", "items": _schema(parts[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(parts[1], definitions)}
    raise TypeError(f"a view has no {hint}")


def _reference_to(kind: type, definitions: dict[str, Schema]) -> Schema:
    name = kind.__name__.removesuffix("View")
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(kind, definitions)
    return _reference(name)


def _annotated(hint: object, notes: Iterable[object], definitions: dict[str, Schema]) -> Schema:
    """Apply annotations to a schema: a member's meaning, reference, possible values, or length."""
    schema = _schema(hint, definitions)
    for note in notes:
        if isinstance(note, Reference):
            schema = _reference(note.name)
        elif isinstance(note, OneOf):
            schema["enum"] = [*note.values, *([None] if "null" in schema["type"] else [])]
            lines = [f"* `{value}` - {meaning}" for value, meaning in note.values.items()]
            schema["description"] = "\n".join([schema.get("description", ""), *lines]).strip()
        elif isinstance(note, Length):
            schema |= {"minItems": note.items, "maxItems": note.items}
        else:
            schema["description"] = note
    return schema


def _nullable(schema: Schema) -> Schema:
    if "type" in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"oneOf": [schema, NULL]}


def _reference(name: str) -> Schema:
    return {"$ref": PREFIX + name}


def _first_line(kind: object) -> str:
    return (kind.__doc__ or "").strip().split("\n", maxsplit=1)[0]

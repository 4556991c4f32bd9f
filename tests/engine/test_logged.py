"""`engine.logged_events` and `engine.logged_moves`, the types of log contents, match the event and move classes."""

import dataclasses
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

import pytest

import engine
from engine import logged_events, logged_moves
from engine.boards import City, Route, Ticket
from engine.cards import Card, Place
from engine.visibility import COUNTED

from .play import steps
from .positions import SOME_TABLES, Kind

WRITTEN: Mapping[Any, type] = {int: int, str: str, Card: str, City: str, Route: str, Ticket: int, Place: int}
FULL = [rules.with_options(dict.fromkeys(rules.variants, True)) for rules in engine.RULESETS.values()]
EVENTS = list({kind: None for rules in FULL for kind in rules.reducers})
MOVES = list({kind: None for rules in FULL for kind in (*rules.writers, *rules.controls)})


def by_tag(union: UnionType) -> dict[str, Any]:
    """Return the union's types by tag; each must have one."""
    return {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(union)}


@pytest.mark.parametrize(
    ("union", "kinds"), [(logged_events.LoggedEvent, EVENTS), (logged_moves.LoggedMove, MOVES)], ids=["events", "moves"]
)
def test_there_is_one_for_each_and_no_other(union: UnionType, kinds: list[Any]) -> None:
    assert by_tag(union).keys() == {kind.tag for kind in kinds}


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.tag)
def test_an_event_is_told_as_it_is(kind: Any) -> None:
    assert members(by_tag(logged_events.LoggedEvent)[kind.tag]) == dict(expected(kind))


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.tag)
def test_a_move_is_told_as_it_is(kind: Any) -> None:
    assert members(by_tag(logged_moves.LoggedMove)[kind.tag]) == dict(expected(kind))


def members(logged: Any) -> dict[str, Any]:
    return get_type_hints(logged, include_extras=True)


def expected(kind: Any) -> Iterator[tuple[str, Any]]:
    """Yield the members that the codec writes for an event.

    Those that only some readers know or that older logs lack are not required.
    """
    yield "type", Literal[kind.tag]
    hints = get_type_hints(kind, include_extras=True)
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        marked = get_origin(hint) is Annotated and hint not in WRITTEN
        written = as_written(get_args(hint)[0] if marked else hint)
        yield field.name, NotRequired[written] if marked or field.name in getattr(kind, "added", ()) else written
        if marked and hint.__metadata__[0] == COUNTED:
            yield f"{field.name}_count", int


def as_written(hint: Any) -> Any:
    return list[as_written(get_args(hint)[0])] if get_origin(hint) is tuple else WRITTEN[hint]  # type: ignore[misc]


@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES, ids=str)
def test_what_the_codec_writes_has_the_members_that_are_told(kind: Kind, seats: int) -> None:
    codec, told = engine.codec_of(kind.played), by_tag(logged_events.LoggedEvent)
    for step in steps(seats, 4, kind=kind):
        for event in step.events:
            parts = codec.event(event)
            assert told[event.tag].__required_keys__ == parts.public.keys() - event.added.keys()
            assert told[event.tag].__optional_keys__ == parts.own.keys() | parts.sealed.keys() | event.added.keys()

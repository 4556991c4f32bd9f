"""`manage.py events > docs/events.md`: all events and moves that a log can contain, for people to read."""

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Final, get_args, get_origin, get_type_hints

from django.core.management.base import BaseCommand

from engine import RULESETS
from engine.cards import KINDS
from engine.model import Event, Move
from engine.visibility import COUNTED, OWNER, SEALED
from games.api.unions import every_event, every_move

HEAD: Final = """\
# Events and moves

Made by `make schema` from the engine.

An entry of a game's log (`GET /games/{id}/log`) has the `events` that it caused, and the `move` if there was one. Each
has a `type` and fields. A mark says who may see a field: *own*, only the seat of the event; *counted*, only that seat,
while all others get its length as `<field>_count`; *sealed*, nobody until the game's secrets open. Everybody can see
all other fields. Seats count from 0, places of the market from 1. Cards, routes and cities have the same names as in
`GET /rulesets/{id}` (a card is one of {cards}), tickets go by their numbers, and [rules.md](rules.md) explains numbers
such as B11.

The meaning of a type never changes. New types and new fields may be added at any time; entries from before a field
marked *later* lack it.

The *effects* are what an event does with cards and tickets, in the words of [checking.md](checking.md); games may
differ.
"""
ABOUT_MOVES: Final = """\
They answer questions, but for `resign` and `come_back`, which the log has after `POST /games/{id}/resign` and
`POST /games/{id}/return`, and for `forfeit` and `mark_absent`, which only the clock or an admin makes.
"""
LATER: Final = " *(later)*"
KNOWN_TO: Final = {OWNER: " *(own)*", COUNTED: " *(counted)*", SEALED: " *(sealed)*"}


def document() -> Iterator[str]:
    """Yield the document, piece by piece."""
    yield HEAD.replace("{cards}", ", ".join(f"`{kind}`" for kind in KINDS))
    yield "\n## Events\n\n| type | fields | what it says | effects |\n|---|---|---|---|\n"
    for event in every_event():
        effects = dict.fromkeys(effect for rules in RULESETS.values() for effect in rules.effects.get(event, ()))
        yield f"{_row(event)} {', '.join(f'`{effect}`' for effect in effects) or '–'} |\n"
    yield f"\n## Moves\n\n{ABOUT_MOVES}\n| type | fields | what it says |\n|---|---|---|\n"
    for move in every_move():
        yield f"{_row(move)}\n"


def _row(kind: type[Event | Move]) -> str:
    return f"| `{kind.tag}` | {', '.join(_fields(kind)) or '–'} | {_first_line(kind)} |"


def _fields(kind: type) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        marks = getattr(hint, "__metadata__", ())
        later = LATER if field.name in getattr(kind, "added", ()) else ""
        yield f"`{field.name}`: {_type(hint)}{''.join(KNOWN_TO[mark] for mark in marks)}{later}"


def _type(hint: object) -> str:
    hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint
    if get_origin(hint) is tuple:
        return f"list of {_type(get_args(hint)[0])}"
    name = getattr(hint, "__name__", str(hint)).lower()
    return {"int": "number", "str": "text"}.get(name, name)


def _first_line(kind: type) -> str:
    return (inspect.getdoc(kind) or "").split("\n", maxsplit=1)[0].replace("|", "\\|")


class Command(BaseCommand):
    """Print the document."""

    help = "Print docs/events.md."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write("".join(document()), ending="")

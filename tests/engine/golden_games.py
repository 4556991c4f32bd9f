"""Finished games on file, whose replayed positions must never change. Every file in `golden/` is tested.

`python -m tests.engine.golden_games` plays the games that the corpus lacks (see `wanted`), and writes the digests of
files that have none, such as newly added ones. `python -m tests.engine.golden_games add EXPORT.json NAME` adds an
exported game that the checker accepts. A recorded digest is never rewritten.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import engine
from engine import record
from engine.cards import by_name, counts
from engine.codec import canonical, codec_of
from engine.errors import EngineError
from engine.history import PositionRestored
from engine.parts.position import Position
from engine.parts.yards import YardPosition
from engine.verify import verify

Json = dict[str, Any]
FOLDER = Path(__file__).with_name("golden")
SHOWN_ELSEWHERE = frozenset(
    {
        *("ruleset", "options", "entry", "over", "prompts", "deck", "discard_pile", "ticket_deck", "seats", "you"),
        "rounds",
    }
)
"""Fields that the picture takes from the position, with hidden values, or that follow from rules and seats: how many
rounds are played. All other open fields come from the view.
"""
SHOWN_OF_SEATS = ("trains", "away", "yard")


def files(folder: Path = FOLDER) -> Iterator[Path]:
    """Yield the files of all golden games."""
    yield from sorted(folder.glob("*.json"))


@cache
def export_of(file: Path) -> Json:
    """Return the export in a file."""
    export: Json = json.loads(file.read_text())
    return export


def picture(state: Position) -> Json:
    """Return everything on the table and every prompt, by stored names, independent of the engine's internal
    structures.
    """
    view: Json = {**engine.view(state, None)}
    tickets, numbers = state.tickets, [ticket.number for ticket in state.rules.board.tickets]
    return {
        "hands": [by_name(hand) for hand in state.cards.hands],
        "deck": list(counts(state.cards.deck)),
        "discards": list(counts(state.cards.discards)),
        "ticket_deck": [numbers[ticket] for ticket in tickets.deck],
        "tickets": [[numbers[ticket] for ticket in held] for held in tickets.held],
        "returned": {str(seat): [numbers[ticket] for ticket in tickets.returned[seat]] for seat in tickets.returned},
        "asked": [[p.tag, p.opened, p.seat, [numbers[t] for t in getattr(p, "offer", ())]] for p in state.prompts],
        **_about(view),
        "ledger": [list(line) for line in state.ledger],
        **{name: view[name] for name in view if name not in SHOWN_ELSEWHERE},
        **{name: [seat[name] for seat in view["seats"]] for name in SHOWN_OF_SEATS if name in view["seats"][0]},
        **(_stacks(state) if isinstance(state, YardPosition) else {}),
    }


def _stacks(state: YardPosition) -> Json:
    """Return the cards on the tracks, the completed tickets, and those that seats want to complete."""
    numbers = [ticket.number for ticket in state.rules.board.tickets]
    return {
        "on_track": [list(counts(stack)) for stack in state.on_track],
        "completed": [[numbers[ticket] for ticket in tickets] for tickets in state.completed],
        "chosen": {str(seat): [numbers[ticket] for ticket in state.chosen[seat]] for seat in state.chosen},
    }


def _about(view: Json) -> Json:
    """Return the routes that prompts are about, if there are such prompts."""
    routes = [shown["route"] for shown in view["prompts"] if "route" in shown]
    return {"about": routes} if routes else {}


def digests(export: Json) -> tuple[str, str]:
    """Return the SHA-256 of the last position's picture, and of the pictures of all positions on the way."""
    codec = codec_of(engine.ruleset(export["ruleset"], export["options"]))
    state = codec.rules.new(codec.rules, export["seats"], export["options"])
    assert isinstance(state, Position)
    positions: dict[int, Any] = {}
    way, last = hashlib.sha256(), b""
    for entry in map(record.imported, export["entries"]):
        facts = record.events_of(codec, entry.public, {part.holder: part.body for part in entry.secrets})
        if facts and isinstance(facts[0], PositionRestored):
            state = positions[facts[0].as_of].copy()
        state.entry = entry.number
        for event in facts:
            codec.rules.reducers[type(event)](state, event)
        positions[entry.number] = state.copy()
        last = canonical(picture(state))
        way.update(last)
    return hashlib.sha256(last).hexdigest(), way.hexdigest()


def known(folder: Path = FOLDER) -> dict[str, tuple[str, str]]:
    """Return the recorded digests by file name."""
    file = folder / "digests.txt"
    lines = (line.split() for line in file.read_text().splitlines()) if file.exists() else ()
    return {name: (last, way) for name, last, way in lines}


def text(export: Json) -> str:
    """Return an export as JSON, one entry a line."""
    entries = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in export["entries"])
    rest = json.dumps({name: value for name, value in export.items() if name != "entries"}, indent=1)
    return f'{rest[:-2]},\n "entries": [\n{entries}\n]}}\n'


def add(export: Json, name: str, folder: Path = FOLDER) -> Path:
    """Add an exported game to the corpus as `<ruleset>-<seats>-<name>.json`, with its digests.

    Raises Untrue and the like if the game cannot be verified, and FileExistsError if the file exists.
    """
    verify(export)
    file = folder / f"{export['ruleset']}-{export['seats']}-{name}.json"
    with file.open("x") as new:
        new.write(text(export))
    write_digests(folder)
    return file


def write_digests(folder: Path = FOLDER) -> None:
    """Write the digests of all games that have none yet."""
    found = known(folder)
    for file in files(folder):
        if file.name not in found:
            found[file.name] = digests(json.loads(file.read_text()))
    lines = (f"{name} {last} {way}\n" for name, (last, way) in sorted(found.items()))
    (folder / "digests.txt").write_text("".join(lines))


def main(words: list[str] | None = None) -> int:
    """Run the command line; return the exit status: 0, 1 if an export cannot be verified, 2 if it is not an export."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.golden_games", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    command = commands.add_parser("add", help="make a golden game of an exported one")
    command.add_argument("export", type=Path, help="the export of an ended game, a JSON file")
    command.add_argument("name", help="what it shows, as in last-round-alvin")
    arguments = parser.parse_args(words)
    if arguments.command == "add":
        return _add(arguments.export, arguments.name)
    from . import wanted  # importing it here avoids a cycle: it reads the corpus itself

    for file in wanted.play_missing():
        print(f"wrote {file.name}")
    write_digests()
    return 0


def _add(export: Path, name: str) -> int:
    try:
        file = add(json.loads(export.read_text()), name)
    except EngineError as error:
        print(f"REFUSED: {error}", file=sys.stderr)
        return 1
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        print(f"not added: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(f"wrote {file.name} and its digests")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Perft: how many sequences of so many moves there are, chance fixed. Counts in `perft/`, a file a ruleset.

Any change of what is legal, of its order or of what a move causes shows here. Counted from the start with so many seats
("start 2"), with options too ("start-alvin 2"), and from golden games after an entry ("2-last-round 60"). The key of
chance is 32 zero bytes; every sequence goes on with the draws where its own moves left off. While several seats are
asked, the lowest answers.

    python -m tests.engine.perft write lagoon@1             the file of a ruleset that has none
    python -m tests.engine.perft count usa@1 start 2 4      a line of it
    python -m tests.engine.perft split usa@1 start 2 4      the same by first moves, each with the prompt it leads to

Where a count differs, `split` before and after the change shows under which first move; then go on from there:
`split usa@1 start 2 3 "keep 6 19"` splits what follows that move, and so on until the one move is found.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import engine
from engine import record

from .golden_games import FOLDER, export_of
from .positions import EVERY
from .wanted import story

FILES = Path(__file__).with_name("perft")
ENOUGH = 50_000
"""When a file is written: no position is counted further where a tenth of so many sequences has been reached."""


class Line(NamedTuple):
    """A line of a file: the ruleset, a game ("start" or a golden one), seats or entry, moves, sequences."""

    rules: str
    game: str
    number: int
    moves: int
    sequences: int

    def __repr__(self) -> str:
        return f"{self.rules} {self.game} {self.number}, {self.moves} moves"


def lines() -> list[Line]:
    """The lines of all files."""
    return [line for file in sorted(FILES.glob("*.txt")) for line in lines_of(file)]


def lines_of(file: Path) -> list[Line]:
    rows = (row.split() for row in file.read_text().splitlines() if not row.startswith("#"))
    return [Line(file.stem, game, int(number), int(moves), int(found)) for game, number, moves, found in rows]


class Place(NamedTuple):
    """Where counting goes on: a position, and the counter of chance."""

    state: engine.State
    counter: int = 0

    @property
    def seat(self) -> int:
        return min(prompt.seat for prompt in self.state.prompts)

    def after(self, move: engine.Move) -> "Place":
        chance = engine.Chance(bytes(32), self.counter)
        state, _ = engine.decide(self.state, self.seat, move, chance)
        return Place(state, chance.counter)

    def moves(self) -> engine.Options:
        return engine.options(self.state, self.seat)


def count(place: Place, depth: int) -> int:
    """How many sequences of `depth` moves go on from here."""
    if depth == 0 or place.state.over:
        return int(depth == 0)
    moves = place.moves()
    return len(moves) if depth == 1 else sum(count(place.after(move), depth - 1) for move in moves)


def split(place: Place, depth: int) -> Iterator[tuple[str, int]]:
    """The same by first moves: each in its line of text, with how many sequences begin with it."""
    for move in () if place.state.over else place.moves():
        yield engine.notation.write(place.state.rules, move), count(place.after(move), depth - 1)


def beginning(rules: str, game: str, number: int) -> Place:
    """The start of a game ("start", "start-alvin") with so many seats, or a golden game after such an entry."""
    start, *chosen = game.split("-")
    if start == "start":
        chance = engine.Chance(bytes(32))
        state, _ = engine.start(engine.RULESETS[rules], number, chance, dict.fromkeys(chosen, True))
        return Place(state, chance.counter)
    export = export_of(FOLDER / f"{rules}-{game}.json")
    played = engine.ruleset(rules, export["options"])
    entries = [record.imported(entry) for entry in export["entries"][:number]]
    codec = engine.codec_of(played)
    facts = [
        (e.number, record.events_of(codec, e.public, {part.holder: part.body for part in e.secrets})) for e in entries
    ]
    return Place(engine.replay(played, export["seats"], export["options"], facts))


def beginnings(rules: str) -> Iterator[tuple[str, int]]:
    """Where a ruleset's counts begin: every start, and three positions of its golden games that were played out."""
    for kind in EVERY:
        if kind.rules.id == rules:
            yield from (("-".join(["start", *kind.chosen]), seats) for seats in kind.rules.seat_counts)
    for file in sorted(FOLDER.glob(f"{rules}-*.json")):
        export = export_of(file)
        if story(export).outcome == "played":
            yield from ((file.stem.removeprefix(f"{rules}-"), len(export["entries"]) * part // 8) for part in (2, 4, 7))


def counted(rules: str, game: str, number: int) -> Iterator[Line]:
    """Counts from one beginning: of one move, and of as many as make neither few sequences nor too many."""
    place, found = beginning(rules, game, number), [1]
    while found[-1] and found[-1] * 10 <= ENOUGH and len(found) < 7:
        found.append(count(place, len(found)))
    for moves in sorted({1, len(found) - 2, len(found) - 1} - {0}):
        yield Line(rules, game, number, moves, found[moves])


def write(rules: str) -> Path:
    """Write a ruleset's file. Raises FileExistsError where there is one: what is on file stays."""
    file = FILES / f"{rules}.txt"
    with file.open("x") as new:
        new.write("# a game, its seats or entry, moves, sequences of so many moves (see perft.py)\n")
        for begins in beginnings(rules):
            new.writelines(f"{' '.join(map(str, line[1:]))}\n" for line in counted(rules, *begins))
    return file


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.perft", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("command", choices=("write", "count", "split"))
    parser.add_argument("rules", choices=sorted(engine.RULESETS))
    parser.add_argument("game", nargs="?", default="start", help='"start", "start-alvin", or a golden game')
    parser.add_argument("number", nargs="?", type=int, default=2, help="seats, or the golden game's entry")
    parser.add_argument("moves", nargs="?", type=int, default=1)
    parser.add_argument("first", nargs="*", help="moves in notation that are made before counting")
    words = parser.parse_args()
    if words.command == "write":
        try:
            print(f"wrote {write(words.rules).name}")
        except FileExistsError as error:
            parser.error(f"{Path(error.filename).name} has been written, and what is on file stays")
        return
    place = beginning(words.rules, words.game, words.number)
    for line in words.first:
        place = place.after(engine.notation.parse(place.state.rules, line))
    if words.command == "split":
        for line, sequences in split(place, words.moves):
            print(f"{sequences:10}  {line}")
    print(f"{count(place, words.moves):10}  in all")


if __name__ == "__main__":
    main()

"""Perft: the number of move sequences of a given length, with chance fixed. Counts are in `perft/`, one file per
ruleset.

Any change in the legal moves, their order or their consequences changes a count. Counting begins at the start with a
number of seats ("start 2"), with options ("start-alvin 2"), or at an entry of a golden game ("2-last-round 60"). The
key of chance is 32 zero bytes; each sequence continues the draws of its own moves. While several seats are asked, the
lowest answers.

    python -m tests.engine.perft write lagoon@1             the file of a ruleset that has none
    python -m tests.engine.perft count usa@1 start 2 4      one line of it
    python -m tests.engine.perft split usa@1 start 2 4      the count by first move, with the prompt each leads to

If a count differs, `split` before and after the change shows under which first move; then go on from there: `split
usa@1 start 2 3 "keep 6 19"` splits the sequences after that move, and so on until the single move is found.
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
"""When a file is written: counting stops at a tenth of this number of sequences."""


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
    """Return the lines of all files."""
    return [line for file in sorted(FILES.glob("*.txt")) for line in lines_of(file)]


def lines_of(file: Path) -> list[Line]:
    rows = (row.split() for row in file.read_text().splitlines() if not row.startswith("#"))
    return [Line(file.stem, game, int(number), int(moves), int(found)) for game, number, moves, found in rows]


class Place(NamedTuple):
    """A point to count from: a position, and the counter of chance."""

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
    """Return the number of sequences of `depth` moves from here."""
    if depth == 0 or place.state.over:
        return int(depth == 0)
    moves = place.moves()
    return len(moves) if depth == 1 else sum(count(place.after(move), depth - 1) for move in moves)


def split(place: Place, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each first move as text, with the number of sequences that begin with it."""
    for move in () if place.state.over else place.moves():
        yield engine.notation.write(place.state.rules, move), count(place.after(move), depth - 1)


def beginning(rules: str, game: str, number: int) -> Place:
    """Return the start of a game ("start", "start-alvin") with this many seats, or a golden game after this entry."""
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
    """Yield a ruleset's starting points: every start, and three positions from its golden games that were played to the
    end.
    """
    for kind in EVERY:
        if kind.rules.id == rules:
            yield from (("-".join(["start", *kind.chosen]), seats) for seats in kind.rules.seat_counts)
    for file in sorted(FOLDER.glob(f"{rules}-*.json")):
        export = export_of(file)
        if story(export).outcome == "played":
            yield from ((file.stem.removeprefix(f"{rules}-"), len(export["entries"]) * part // 8) for part in (2, 4, 7))


def counted(rules: str, game: str, number: int) -> Iterator[Line]:
    """Yield counts from one starting point: for one move, and for depths with a suitable number of sequences."""
    place, found = beginning(rules, game, number), [1]
    while found[-1] and found[-1] * 10 <= ENOUGH and len(found) < 7:
        found.append(count(place, len(found)))
    for moves in sorted({1, len(found) - 2, len(found) - 1} - {0}):
        yield Line(rules, game, number, moves, found[moves])


def write(rules: str) -> Path:
    """Write a ruleset's file; raise FileExistsError if it exists, because recorded counts stay."""
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

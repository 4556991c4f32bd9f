"""Perft: how many sequences of so many moves there are, chance fixed. Counts in `perft*.txt`, a file a ruleset.

Any change of what is legal, of its order or of what a move causes shows here. Counted from the start with so many seats
("start 2"), with options too ("start-alvin 2"), and from golden games after an entry ("2-last-round 60"). The key of
chance is 32 zero bytes; every sequence goes on with the draws where its own moves left off. While several seats are
asked, the lowest answers.
"""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

import engine
from engine import record
from engine.claims import BoardPosition

from .golden_games import FOLDER

FILES = sorted(Path(__file__).parent.glob("perft*.txt"))


class Line(NamedTuple):
    """A line of a file: the ruleset, a game ("start" or a golden one), seats or entry, moves, sequences."""

    rules: str
    game: str
    number: int
    moves: int
    sequences: int


def lines() -> list[Line]:
    return [line for file in FILES for line in lines_of(file.read_text())]


def lines_of(text: str) -> list[Line]:
    """The counts of a file; its first line says of which ruleset."""
    head, *rest = text.splitlines()
    rules = head.removeprefix("# ").partition(":")[0]
    rows = (row.split() for row in rest if not row.startswith("#"))
    return [Line(rules, game, int(number), int(moves), int(found)) for game, number, moves, found in rows]


def perft(state: BoardPosition, counter: int, depth: int) -> int:
    """How many sequences of `depth` moves go on from here."""
    if state.over:
        return 0
    seat = min(prompt.seat for prompt in state.prompts)
    moves = engine.options(state, seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        chance = engine.Chance(bytes(32), counter)
        after, _ = engine.decide(state, seat, move, chance)
        total += perft(after, chance.counter, depth - 1)
    return total


def position(line: Line) -> tuple[BoardPosition, int]:
    """Where to begin, and the counter of chance."""
    start, *chosen = line.game.split("-")
    if start == "start":
        chance = engine.Chance(bytes(32))
        state, _ = engine.start(engine.RULESETS[line.rules], line.number, chance, dict.fromkeys(chosen, True))
        return state, chance.counter
    export = json.loads((FOLDER / f"{line.rules}-{line.game}.json").read_text())
    rules = engine.ruleset(line.rules, export["options"])
    codec = engine.codec_of(rules)
    entries = [record.imported(entry) for entry in export["entries"][: line.number]]
    facts = [(e.number, record.facts(codec, e.public, {part.holder: part.body for part in e.secrets})) for e in entries]
    return engine.replay(rules, export["seats"], export["options"], facts), 0


SOON = 15_000


def named(line: Line) -> str:
    return f"{line.rules} {line.game} {line.number}, {line.moves} moves"


@pytest.mark.parametrize("line", [line for line in lines() if line.sequences < SOON], ids=named)
def test_perft(line: Line) -> None:
    assert perft(*position(line), line.moves) == line.sequences


@pytest.mark.soak
@pytest.mark.parametrize("line", [line for line in lines() if line.sequences >= SOON], ids=named)
def test_perft_further(line: Line) -> None:
    assert perft(*position(line), line.moves) == line.sequences

"""Perft: recorded counts of move sequences, for every ruleset with every option and number of seats."""

import subprocess
import sys

import pytest

import engine

from . import perft
from .perft import Line, beginning, count, lines, split
from .positions import TABLES, Kind

SOON = 4_000
LINES = lines()


@pytest.mark.parametrize("line", [line for line in LINES if line.sequences < SOON], ids=repr)
def test_perft(line: Line) -> None:
    assert count(beginning(*line[:3]), line.moves) == line.sequences


@pytest.mark.soak
@pytest.mark.parametrize("line", [line for line in LINES if line.sequences >= SOON], ids=repr)
def test_perft_further(line: Line) -> None:
    assert count(beginning(*line[:3]), line.moves) == line.sequences


@pytest.mark.parametrize(("kind", "seats"), TABLES, ids=str)
def test_every_start_is_counted(kind: Kind, seats: int) -> None:
    start = "-".join(["start", *kind.chosen])
    assert any((line.rules, line.game, line.number) == (kind.rules.id, start, seats) for line in LINES)


def test_a_split_adds_up_to_the_count() -> None:
    found = dict(split(beginning("usa@1", "start", 2), 3))
    assert list(found) == ["keep 6 19", "keep 6 8", "keep 19 8", "keep 6 19 8"]
    assert sum(found.values()) == 2000


def test_the_command_splits_after_moves_that_are_given() -> None:
    words = ["split", "usa@1", "start", "2", "2", "keep 6 19"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.perft", *words], capture_output=True, text=True, check=True
    )
    *rows, total = done.stdout.splitlines()
    assert len(rows) == 4
    assert all(" keep " in row for row in rows)
    assert total.split() == [str(sum(int(row.split()[0]) for row in rows)), "in", "all"]


def test_what_is_written_is_what_is_on_file() -> None:
    written = list(perft.counted("lagoon@1", "start", 2))
    assert written == [line for line in LINES if line[:3] == ("lagoon@1", "start", 2)]
    assert set(written[0][1:3]) == set(next(perft.beginnings("lagoon@1")))


def test_a_file_is_written_once() -> None:
    with pytest.raises(FileExistsError):
        perft.write("lagoon@1")


def test_nothing_follows_the_end() -> None:
    game = beginning("usa@1", "start", 2)
    over = game.after(engine.Resign())
    assert (count(over, 0), count(over, 1), count(over, 2)) == (1, 0, 0)
    assert list(split(over, 1)) == []

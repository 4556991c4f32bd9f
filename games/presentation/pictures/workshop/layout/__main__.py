"""Compute the geometry of boards: `python -m games.presentation.pictures.workshop.layout usa old_west lagoon`."""

import argparse
import json
import time
from typing import Final

import engine
from engine.boards import Board
from games.presentation.pictures.geometry import BOARDS, Geometry, file_name
from games.presentation.pictures.workshop.layout.faults import find_faults
from games.presentation.pictures.workshop.layout.whole import laid_out

TRIES: Final = 8
LARGER: Final = 0.02
"""How much larger the sheet is at each further try: a board that does not fit needs room."""


def boards() -> dict[str, Board]:
    """Return all boards that have routes to draw, by the names of their files."""
    all_boards = [rules.board for rules in engine.RULESETS.values()]
    return {file_name(board): board for board in all_boards if board.routes}


def compact(geometry: Geometry) -> str:
    """Write a geometry as JSON with a line for each city and track, so that changes are readable in a diff."""
    document = geometry.written()
    parts = []
    for name, value in document.items():
        if name in ("cities", "tracks", "land"):
            rows = ",\n".join(f"{json.dumps(key)}:{_dense(row)}" for key, row in value.items())
            parts.append(f'"{name}":{{\n{rows}\n}}')
        else:
            parts.append(f'"{name}":{_dense(value)}')
    return "{" + ",\n".join(parts) + "}\n"


def _dense(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def lay_out(name: str, board: Board) -> list[str]:
    """Compute and store a board's geometry, on a larger sheet until it has no fault; return the faults that remain."""
    faults: list[str] = []
    for number in range(TRIES):
        began = time.monotonic()
        geometry = laid_out(board, 1 + LARGER * number)
        faults = find_faults(geometry)
        wide, high = geometry.size
        seconds = time.monotonic() - began
        print(f"{name}, try {number + 1}: {wide} by {high} units, {len(faults)} faults, {seconds:.0f} s", flush=True)
        if not faults or number == TRIES - 1:
            (BOARDS / f"{name}.json").write_text(compact(geometry))
            break
    return faults


def main() -> None:
    boards_by_name = boards()
    parser = argparse.ArgumentParser(description="Compute the geometry of boards.")
    parser.add_argument("boards", nargs="*", metavar="board", help=f"{', '.join(boards_by_name)}; all if none is named")
    names = parser.parse_args().boards
    if unknown := [name for name in names if name not in boards_by_name]:
        parser.error(f"no such board: {', '.join(unknown)} (choose from {', '.join(boards_by_name)})")
    BOARDS.mkdir(exist_ok=True)
    faults = [fault for name in names or boards_by_name for fault in lay_out(name, boards_by_name[name])]
    if faults:
        parser.exit(1, "".join(f"{fault}\n" for fault in faults))


if __name__ == "__main__":
    main()

"""Compute the geometry of boards: `python -m games.presentation.pictures.workshop.layout usa old_west lagoon`."""

import json
import sys

import engine
from engine.boards import Board
from games.presentation.pictures.geometry import BOARDS, Geometry, file_name
from games.presentation.pictures.workshop.layout.whole import laid_out


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


def main(names: list[str]) -> None:
    boards_by_name = boards()
    for name in names or boards_by_name:
        geometry = laid_out(boards_by_name[name])
        BOARDS.mkdir(exist_ok=True)
        (BOARDS / f"{name}.json").write_text(compact(geometry))


if __name__ == "__main__":
    main(sys.argv[1:])

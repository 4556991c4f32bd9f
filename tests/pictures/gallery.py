"""The pictures in docs/pictures: `make pictures` draws them anew, and a test detects outdated ones."""

from collections.abc import Iterator
from pathlib import Path

from games.presentation import pictures
from games.presentation.pictures import Way
from tests.pictures.positions import played, view

HERE = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PLAYERS = ("Ada", "Bela", "Carl", "Dina", "Emil", "Fay")


def drawn() -> Iterator[tuple[Path, str]]:
    """Yield each picture with its file."""
    shown = (
        ("usa", ("usa@1", 5, 130), "day"),
        ("old_west", ("old_west@1", 6, 160, "alvin"), "night"),
        ("card_game", ("card_game@1", 4, 90, "open_stack"), "day"),
        ("europe", ("europe@1", 5, 170), "day"),
        ("europe-night", ("europe@1", 5, 170), "night"),
        ("nordic", ("nordic@1", 3, 110), "day"),
        ("nordic-night", ("nordic@1", 3, 110), "night"),
    )
    for name, agreed, light in shown:
        state = played(*agreed)
        last = list(view(state, None).get("routes", {}))[-1:]
        way = Way("table", light)
        yield (
            HERE / f"{name}.svg",
            pictures.position(state.rules.board, view(state, 0), way, players=PLAYERS[: state.seats], last=last) + "\n",
        )


def draw_all() -> None:
    HERE.mkdir(exist_ok=True)
    for file, picture in drawn():
        file.write_text(picture)

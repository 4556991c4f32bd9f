"""Pages that are made from the code stand in docs/ as it makes them."""

from pathlib import Path

from games.management.commands.events import document

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def test_every_event_and_move_is_documented() -> None:
    assert (DOCS / "events.md").read_text(encoding="utf-8") == "".join(document()), "make schema"

"""Generated pages in docs/ are up to date, and hand-written ones are complete."""

import re
from pathlib import Path

import pytest

import engine
from games.api.log import KINDS, RULING_KINDS
from games.management.commands.events import document
from games.presentation.words import board, card_game, old_west, rulings, table
from games.table.rulings.commands import ORDERS

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
GUIDE = (DOCS / "playing.md").read_text(encoding="utf-8")
SCHEMA = (DOCS / "openapi.yaml").read_text(encoding="utf-8")
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
GAMES = [
    engine.ruleset("usa@1"),
    engine.ruleset("old_west@1", {"alvin": True}),
    engine.ruleset("card_game@1", {"open_stack": True}),
    engine.ruleset("europe@1"),
    engine.ruleset("nordic@1"),
]


def rows(head: str) -> list[list[str]]:
    """Return the code names in the tables under this header, cell by cell."""
    tables = re.findall(rf"^\| {re.escape(head)} \|.*\n((?:\|.*\n)+)", GUIDE + NOTATION, re.MULTILINE)
    lines = [line for table in tables for line in table.splitlines() if line.startswith("| `")]
    return [re.findall(r"`([^`]+)`", line.split("|")[1]) for line in lines]


def test_every_event_and_move_is_documented() -> None:
    assert (DOCS / "events.md").read_text(encoding="utf-8") == "".join(document()), "make schema"


def test_every_question_is_explained() -> None:
    assert {name for row in rows("type") for name in row} == {prompt.tag for rules in GAMES for prompt in rules.moves}


def test_every_reason_of_points_is_explained() -> None:
    ours = [module.WORDS.reasons for module in (table, board, old_west, card_game, rulings)]
    assert {name for row in rows("reason") for name in row} == {reason for reasons in ours for reason in reasons}


def test_every_way_to_write_a_move_is_explained() -> None:
    verbs = {move.split()[0] for row in rows("move") for move in row}
    assert verbs == {verb for rules in GAMES for verb in rules.verbs} - {"resign", "back"}


@pytest.mark.parametrize("move", [move for row in rows("move") for move in row])
def test_every_example_of_a_move_is_one(move: str) -> None:
    written = {rules.id: engine.notation.parse(rules, move) for rules in GAMES if can_read(rules, move)}
    assert written
    for name, parsed in written.items():
        assert engine.notation.write(engine.ruleset(name, dict.fromkeys(engine.RULESETS[name].variants, True)), parsed)


def can_read(rules: engine.Ruleset, move: str) -> bool:
    try:
        engine.notation.parse(rules, move)
    except engine.MalformedMove:
        return False
    return True


def first_column(text: str, heading: str) -> set[str]:
    """Return the names in the first column of the table below a heading."""
    table = text.partition(f"## {heading}")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall("`([a-z_]+)`", row)}


def test_the_page_about_the_log_has_every_kind_of_entry_and_ruling() -> None:
    text = (DOCS / "log.md").read_text(encoding="utf-8")
    assert first_column(text, "Kinds of entries") == {kind for kind, _ in KINDS}
    assert first_column(text, "Rulings") == set(ORDERS) == {kind for kind, _ in RULING_KINDS}


def test_talking_and_nudging_are_explained() -> None:
    addresses = re.findall(r"^  /api/v1/games/\{game_id\}/((?:talk|nudge)\S*):$", SCHEMA, re.MULTILINE)
    assert len(addresses) == 5
    assert [address for address in addresses if f"$GAME/{address}" not in GUIDE] == []

"""docs/checking.md agrees with the engine: its vectors, rulesets, events and members; and it prints the checker."""

import hashlib
import re

import pytest

import engine
from engine import record
from engine.cards import KINDS, counts, size
from engine.chance import Chance, commitment, game_key
from engine.codec import canonical
from engine.effects import Effect
from engine.parts.market import MarketFlushed
from engine.verify import declare
from games.api.exports import DeclaredSerializer, ExportedEntrySerializer, GameExportSerializer

from .page import CHECKER, PAGE, lines, shown, vectors


def rows(head: str) -> list[list[str]]:
    """Return the cells of the tables whose headers begin with these cells."""
    tables = re.findall(rf"^\| {head}.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")[1:-1]] for table in tables for line in table.splitlines()]


def test_the_page_prints_the_checker_which_is_short() -> None:
    code = CHECKER.read_text(encoding="utf-8")
    assert shown("js") == [code]
    assert len(code.splitlines()) <= 100
    assert max(map(len, code.splitlines())) <= 120
    assert re.findall(r"^import\b", code, re.MULTILINE) == []
    assert re.findall(r'import\("([^"]+)"\)', code) == ["node:fs"], "and that by Node alone"


def test_canonical_json_is_what_the_page_says() -> None:
    value, _, _ = vectors()
    assert canonical(value).decode() == lines()[0]
    assert hashlib.sha256(canonical(value)).hexdigest() in PAGE


def test_the_chain_is_what_the_page_says() -> None:
    _, entry, _ = vectors()
    secrets = [record.Secret(part["holder"], bytes.fromhex(part["salt"]), part["body"]) for part in entry["secrets"]]
    hidden = [[secret.holder, record.sealed_hash(secret)] for secret in secrets]
    assert canonical([entry["previous"], entry["public"], hidden]).decode() == lines()[1]
    assert record.chained(entry["previous"], entry["public"], secrets) == entry["hash"]


def test_the_numbers_are_what_the_page_says() -> None:
    _, _, vector = vectors()
    seed = bytes.fromhex(vector["seed"])
    key = game_key(seed, vector["game"], vector["contributions"])
    assert (commitment(seed), key.hex()) == (vector["commitment"], vector["key"])
    plain, chance = Chance(key), Chance(key)
    assert [str(plain.below(1 << 64)) for _ in vector["numbers"]] == vector["numbers"]
    assert [[bound, str(chance.below(int(bound)))] for bound, _ in vector["draws"]] == vector["draws"]
    assert chance.counter > len(vector["draws"])


def test_the_kinds_and_the_rulesets_are_those_of_the_engine() -> None:
    assert f"\n    {', '.join(KINDS)}\n" in PAGE
    told = {row[0].strip("`"): row[1:] for row in rows("ruleset \\| of each color")}
    assert told.keys() <= engine.RULESETS.keys()
    for name, numbers in told.items():
        rules = engine.RULESETS[name]
        cards = rules.new(rules, 2, {}).cards  # type: ignore[attr-defined]
        colors, locomotives = set(counts(cards.deck)[:8]), counts(cards.deck)[8]
        cards.discards, cards.deck = cards.deck, 0
        cards.refill()
        tickets = len(rules.board.tickets)
        assert [fact.number for fact in rules.board.tickets] == list(range(1, tickets + 1))
        assert numbers == [
            *map(str, colors),
            str(locomotives),
            str(tickets),
            "yes" if size(cards.deck) else "no",
        ]
        assert (MarketFlushed in rules.reducers) == (numbers[-1] == "yes")


def test_each_effect_is_explained_and_has_words_for_its_draws() -> None:
    named = [word for row in rows(r"effect \| such as") for word in re.findall(r"`([a-z_]+)`", row[0])]
    assert sorted(named) == sorted(effect.value for effect in Effect)
    assert {word for row in rows(r"effect \| draws") for word in re.findall(r"`([a-z_]+)`", row[0])} <= set(named)


@pytest.mark.parametrize("rules", engine.RULESETS.values(), ids=lambda rules: rules.id)
def test_a_fact_that_is_declared_is_one_of_the_game(rules: engine.Ruleset) -> None:
    assert rules.effects.keys() <= rules.reducers.keys()
    assert sum(stack["count"] for stack in declare(rules)["tickets"]) == len(rules.board.tickets)


def test_every_event_that_is_named_exists_and_every_member_of_an_export() -> None:
    events = {kind.tag for rules in engine.RULESETS.values() for kind in rules.reducers}
    named = {name for row in rows(r"effect \| such as") for name in re.findall(r"`([a-z_]+)`", row[1])}
    assert named <= events
    assert {"hand_dealt", "tickets_shuffled", "row_placed"} <= named
    members = [set(re.findall(r"`([a-z_]+)`", row[0])) for row in rows(r"member \| \|")]
    assert set().union(*members) == {*GameExportSerializer().fields, *ExportedEntrySerializer().fields}
    declared = [set(re.findall(r"`([a-z_]+)`", row[0])) for row in rows("member of `declared`")]
    assert set().union(*declared) == {*DeclaredSerializer().fields}

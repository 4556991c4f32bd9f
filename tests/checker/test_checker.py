"""docs/checker.mjs, run by Node: it accepts every game that was played, and rejects every forged one."""

import copy
import json
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.verify import AGREED, verify
from games.table import rulings, store
from games.table.rulings import Replace, TakeBack
from tests.engine import test_verify
from tests.engine.positions import EVERY, Kind
from tests.engine.recorder import rechained, recorded
from tests.engine.ruled import ruled
from tests.games.test_rulings_whole import STEPS, Chaos, finish

from .page import CHECKER, PAGE, vectors

Json = dict[str, Any]
pytestmark = pytest.mark.checker


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", *arguments], capture_output=True, text=True, check=False)


def verdict(tmp_path: Path, export: Json, *witnesses: str) -> str:
    """Return the checker's output, after checking the exit status."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    ran = node(str(CHECKER), str(file), *witnesses)
    assert ran.stderr == ""
    assert ran.returncode == (0 if ran.stdout.startswith("ok") else 1)
    return ran.stdout.strip()


def holds(tmp_path: Path, export: Json, *witnesses: str) -> bool:
    said = verdict(tmp_path, export, *witnesses)
    assert said.startswith(("ok: ", "REFUSED: ")), said
    return said.startswith("ok: ")


def whole(export: Json) -> Json:
    """Return the export in the server's form: the first entry names its rules."""
    read: Json = json.loads(json.dumps(export))
    read["entries"][0]["public"] |= {term: read[term] for term in AGREED}
    return rechained(read)


@cache
def a_game() -> str:
    return json.dumps(whole(recorded(3, 1).export()))


@pytest.fixture
def export() -> Json:
    read: Json = json.loads(a_game())
    return read


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_it_accepts_games_with_and_without_rulings_and_people_leaving(kind: Kind, tmp_path: Path) -> None:
    most = kind.rules.seat_counts[-1]
    games = [
        recorded(2, 1, kind=kind),
        recorded(most, 2, kind=kind),
        recorded(most, 3, kind=kind, leaving=0.02, order=[*range(1, most), 0]),
        ruled(2, 5, "", kind),
        ruled(most, 6, "adjudicated", kind),
    ]
    for game in games:
        export = whole(game.export())
        assert verify(export) == len(export["entries"])
        assert verdict(tmp_path, export, export["entries"][3]["hash"]) == "ok: chain, draws and cards hold"
    restored = [event for event in facts(whole(games[3].export())) if event["type"] == "position_restored"]
    assert restored


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_it_follows_the_cards_of_a_game_that_it_has_never_heard_of(kind: Kind, tmp_path: Path) -> None:
    export = as_another_game(recorded(kind.rules.seat_counts[0], 1, kind=kind).export())
    assert verdict(tmp_path, export) == "ok: chain, draws and cards hold"
    del export["declared"]
    assert not holds(tmp_path, export)


def as_another_game(export: Json) -> Json:
    """Return the export as that of a ruleset which the checker does not know, so that it relies on what is declared."""
    return whole({**export, "ruleset": "pond@1"})


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("each_color", 11),
        ("locomotives", 13),
        ("discards_return", False),
        ("tickets", [{"count": 29, "dealt": 0}]),
        *(("effects", {word: None}) for word in ("card_drawn", "card_taken", "market_filled", "route_claimed")),
        ("effects", {"first_tickets_dealt": None}),
        ("effects", {"route_claimed": ["steal"]}),
    ],
)
def test_it_refuses_a_game_in_which_the_cards_do_other_things_than_is_declared(
    member: str, value: Any, tmp_path: Path
) -> None:
    export = as_another_game(json.loads(a_game()))
    declared = export["declared"]
    declared[member] = {**declared[member], **value} if member == "effects" else value
    declared["effects"] = {fact: words for fact, words in declared["effects"].items() if words}
    assert not holds(tmp_path, export)


def facts(export: Json) -> list[Json]:
    return [event for entry in export["entries"] for event in entry["public"]["events"]]


@pytest.mark.django_db
@pytest.mark.parametrize("rules", engine.RULESETS.values(), ids=lambda rules: rules.id)
def test_it_accepts_what_the_server_exports_after_any_ruling_and_takeover(
    rules: engine.Ruleset, tmp_path: Path
) -> None:
    chaos = Chaos(rules, dict.fromkeys(rules.variants, True), 1)
    chaos.play()
    for order in (TakeBack(2), Replace(0, None)):
        rulings.rule(admin=chaos.boss, game_id=chaos.game.id, order=order, now=chaos.now)
    for _ in range(STEPS):
        chaos.happen()
    finish(chaos, chaos.now)
    game = store.read(chaos.game.id)
    assert verdict(tmp_path, store.export(game), game.chain) == "ok: chain, draws and cards hold"


BY_THE_RULES_ALONE = {
    test_verify.change_a_kept_ticket,
    test_verify.change_a_move,
    test_verify.change_a_route,
    test_verify.change_who_moved,
    test_verify.swap_two_entries,
}
"""Forgeries that change no card: with a new chain, and without a kept hash of the old one, only the rules reveal
them."""


@pytest.mark.parametrize("change", test_verify.CHANGES)
def test_it_refuses_a_changed_record(export: Json, change: Callable[[Json], None], tmp_path: Path) -> None:
    change(export)
    assert "entry" in verdict(tmp_path, export)
    assert not holds(tmp_path, export)


@pytest.mark.parametrize("change", [*test_verify.CHANGES, test_verify.cut_the_end])
def test_it_refuses_a_changed_record_with_a_new_chain(
    export: Json, change: Callable[[Json], None], tmp_path: Path
) -> None:
    witness = export["entries"][-1]["hash"]
    change(export)
    rechained(export)
    assert holds(tmp_path, export) == (change in BY_THE_RULES_ALONE)
    assert not holds(tmp_path, export, witness)


def other_salt(export: Json) -> None:
    export["entries"][0]["secrets"][0]["salt"] = "00" * 32


def other_seed(export: Json) -> None:
    export["seed"] = "00" * 32


def other_seed_and_commitment(export: Json) -> None:
    export["seed"], export["commitment"] = "00" * 32, engine.commitment(bytes(32))
    rechained(export)


def other_contributions(export: Json) -> None:
    export["contributions"] = export["entries"][0]["public"]["contributions"] = ["tails", "", "seven"]
    rechained(export)


def other_points(export: Json) -> None:
    export["standings"][0]["points"] += 1


def other_ledger(export: Json) -> None:
    export["standings"][1]["points"] -= export["standings"][1]["ledger"].pop()["points"]


def no_draws(export: Json) -> None:
    for entry in export["entries"]:
        entry["secrets"] = [part for part in entry["secrets"] if part["holder"] != -1]
    rechained(export)


def one_draw_too_many(export: Json) -> None:
    entry = export["entries"][0]
    next(part for part in entry["secrets"] if part["holder"] == -1)["body"]["draws"].append([2, 0])
    rechained(export)


def another_order_of_seats(export: Json) -> None:
    event = next(event for event in facts(export) if event["type"] == "game_started")
    event["order"] = event["order"][::-1]
    rechained(export)


def a_number_that_is_not_whole(export: Json) -> None:
    export["entries"][4]["public"]["number"] = 5.5


def nothing_at_all(export: Json) -> None:
    export["entries"] = []


def another(term: str, value: object) -> Callable[[Json], None]:
    def change(export: Json) -> None:
        export[term] = value

    change.__name__ = f"another_{term}"
    return change


@pytest.mark.parametrize(
    "change",
    [
        other_salt,
        other_seed,
        other_seed_and_commitment,
        other_contributions,
        other_points,
        other_ledger,
        no_draws,
        one_draw_too_many,
        another_order_of_seats,
        a_number_that_is_not_whole,
        nothing_at_all,
        another("game", "other"),
        another("ruleset", "old_west@1"),
        another("ruleset", "chess@1"),
        another("board", "0" * 64),
        another("options", {"alvin": True}),
        another("seats", 2),
        another("order", [2, 1, 0]),
        another("commitment", "0" * 64),
        another("contributions", ["", "", ""]),
        another("format", "night-mail-game-0"),
    ],
    ids=lambda change: change.__name__,
)
def test_it_refuses_whatever_else_is_another(export: Json, change: Callable[[Json], None], tmp_path: Path) -> None:
    before = copy.deepcopy(export)
    change(export)
    assert export != before
    assert not holds(tmp_path, export)


def test_a_witness_that_is_none_of_the_log_is_refused(export: Json, tmp_path: Path) -> None:
    assert verdict(tmp_path, export, "0" * 64) == f"REFUSED: no entry has the hash {'0' * 64}"


def test_it_computes_what_the_page_says() -> None:
    value, entry, chance = vectors()
    script = f"""
        import {{ below, canonical, hex, key, link, numbers }} from {json.dumps(CHECKER.as_uri())};
        const [value, entry, chance] = JSON.parse(process.argv[1]);
        const made = await key(chance.seed, [chance.game, chance.contributions]);
        const [plain, stream, several, draws] = [numbers(made), numbers(made), [], []];
        for (const _ of chance.numbers) several.push(String((await plain.next()).value));
        for (const [bound] of chance.draws) draws.push([bound, String(await below(stream, BigInt(bound)))]);
        const linked = await link(entry.previous, entry.public, entry.secrets);
        console.log(JSON.stringify([canonical(value), linked, hex(made), several, draws]));
    """
    ran = node("--input-type=module", "--eval", script, json.dumps([value, entry, chance]))
    written, *computed = json.loads(ran.stdout)
    assert f"\n{written}\n" in PAGE
    assert computed == [entry["hash"], chance["key"], chance["numbers"], chance["draws"]]

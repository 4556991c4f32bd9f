"""The checker accepts an exported game, and rejects it after any change, however well concealed."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import record
from engine.verify import Untrue, verify

from .play import Players
from .recorder import Recorder, rechained, recorded

Json = dict[str, Any]


@cache
def _export() -> str:
    return json.dumps(recorded(3, 1).export())


@pytest.fixture
def export() -> Json:
    return json.loads(_export())  # type: ignore[no-any-return]


def refusal(export: Json, witness: str | None = None) -> str:
    with pytest.raises(Untrue) as caught:
        verify(export, witness)
    return caught.value.code


def events(export: Json, kind: str) -> list[tuple[Json, int, Json]]:
    """Yield every event of a kind: its entry, its index in it, its public part."""
    return [
        (entry, index, event)
        for entry in export["entries"]
        for index, event in enumerate(entry["public"]["events"])
        if event["type"] == kind
    ]


def secret(entry: Json, holder: int) -> Json:
    return next(part for part in entry["secrets"] if part["holder"] == holder)


def test_an_exported_game_holds(export: Json) -> None:
    assert verify(export) == len(export["entries"])


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_so_do_games_that_people_left(seats: int) -> None:
    for seed in range(4):
        game = recorded(seats, seed, leaving=0.02, order=list(range(seats)) if seed % 2 else None)
        verify(json.loads(json.dumps(game.export())))


LEAVING = [engine.Resign(), engine.Forfeit(), engine.MarkAbsent()]


@pytest.mark.parametrize("kind", ["taken_over", "returned"])
@pytest.mark.parametrize("leave", LEAVING, ids=lambda move: move.tag)
def test_p2_somebody_sits_down_at_a_seat_that_was_away(kind: str, leave: engine.Move) -> None:
    game, players = Recorder(3, b"seed"), Players(3, 2)
    game.start()
    game.move(1, leave)
    game.sit_down(kind, 1)
    assert 1 not in game.state.away
    while not game.state.over:
        game.move(*players.next(game.state))
    export = json.loads(json.dumps(game.export()))
    assert verify(export) == len(export["entries"])
    export["entries"][2]["public"]["events"] = []
    assert refusal(rechained(export)) == "facts_differ"


def test_p2_a_stand_in_that_gives_a_seat_back_changes_nothing_on_the_table() -> None:
    game, players = Recorder(2, b"seed"), Players(2, 2)
    game.start()
    game.sit_down("taken_over", 0)
    while not game.state.over:
        game.move(*players.next(game.state))
    export = json.loads(json.dumps(game.export()))
    assert verify(export) == len(export["entries"])
    export["entries"][1]["public"]["events"] = [{"type": "seat_returned", "seat": 0}]
    assert refusal(rechained(export)) == "facts_differ"


def test_every_hash_of_it_is_a_witness(export: Json) -> None:
    for entry in (export["entries"][0], export["entries"][100], export["entries"][-1]):
        assert verify(export, witness=entry["hash"])
    assert refusal(export, witness="0" * 64) == "witness_unknown"


def change_a_card(export: Json) -> None:
    entry, index, event = events(export, "card_drawn")[0]
    part = secret(entry, event["seat"])["body"][str(index)]
    part["card"] = "blue" if part["card"] != "blue" else "red"


def change_a_hand(export: Json) -> None:
    entry, index, event = events(export, "hand_dealt")[1]
    secret(entry, event["seat"])["body"][str(index)]["cards"][0:2] = ["locomotive", "locomotive"]


def change_the_market(export: Json) -> None:
    _, _, event = events(export, "market_filled")[3]
    event["cards"] = ["blue" if event["cards"] != ["blue"] else "red"]


def change_the_tickets(export: Json) -> None:
    entry, index, _ = events(export, "tickets_shuffled")[0]
    deck = secret(entry, record.NOBODY)["body"][str(index)]["deck"]
    deck[0], deck[1] = deck[1], deck[0]


def change_a_kept_ticket(export: Json) -> None:
    entry, index, event = events(export, "first_tickets_kept")[0]
    part = secret(entry, event["seat"])["body"]
    kept, returned = part[str(index)]["kept"], part[str(index)]["returned"]
    spare = (returned or kept)[-1]
    part[str(index)]["kept"] = part["move"]["tickets"] = [*kept[:1], spare]


def change_a_draw(export: Json) -> None:
    entry = next(
        entry for entry in export["entries"][1:] if any(p["holder"] == record.NOBODY for p in entry["secrets"])
    )
    draw = secret(entry, record.NOBODY)["body"]["draws"][0]
    draw[1] = (draw[1] + 1) % draw[0]


def change_a_move(export: Json) -> None:
    for entry in export["entries"]:
        if entry["public"].get("move", {}).get("type") == "take_card":
            entry["public"]["move"] = {"type": "draw_blind"}
            return


def change_a_route(export: Json) -> None:
    entry, _, event = events(export, "route_claimed")[0]
    event["route"] = entry["public"]["move"]["route"] = "seattle-vancouver-1"


def change_who_moved(export: Json) -> None:
    entry, _, _ = events(export, "route_claimed")[0]
    entry["public"]["seat"] = (entry["public"]["seat"] + 1) % 3


def change_the_points(export: Json) -> None:
    events(export, "points_scored")[0][2]["points"] += 1


def drop_an_entry(export: Json) -> None:
    del export["entries"][5]
    for number, entry in enumerate(export["entries"], 1):
        entry["number"] = entry["public"]["number"] = number


def cut_the_end(export: Json) -> None:
    del export["entries"][-1]


def swap_two_entries(export: Json) -> None:
    entries = export["entries"]
    entries[6], entries[7] = entries[7], entries[6]
    for number, entry in enumerate(entries, 1):
        entry["number"] = entry["public"]["number"] = number


CHANGES = [
    change_a_card,
    change_a_hand,
    change_the_market,
    change_the_tickets,
    change_a_kept_ticket,
    change_a_draw,
    change_a_move,
    change_a_route,
    change_who_moved,
    change_the_points,
    drop_an_entry,
    swap_two_entries,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_breaks_the_chain(export: Json, change: Callable[[Json], None]) -> None:
    change(export)
    assert refusal(export) == "chain_broken"


@pytest.mark.parametrize("change", [*CHANGES, cut_the_end])
def test_a_change_shows_even_if_the_chain_is_made_anew(export: Json, change: Callable[[Json], None]) -> None:
    witness = export["entries"][-1]["hash"]
    change(export)
    assert refusal(rechained(export)) in {
        "draw_differs",
        "draws_differ",
        "facts_differ",
        "illegal_move",
        "standings_differ",
        "game_not_ended",
    }
    assert refusal(export, witness) == "witness_unknown"


def test_a_changed_salt_breaks_the_chain(export: Json) -> None:
    part = export["entries"][0]["secrets"][0]
    part["salt"] = "00" + part["salt"][2:] if part["salt"][:2] != "00" else "11" + part["salt"][2:]
    assert refusal(export) == "chain_broken"


def test_a_changed_salt_with_a_new_chain_is_not_what_the_witnesses_saw(export: Json) -> None:
    witness = export["entries"][-1]["hash"]
    export["entries"][0]["secrets"][0]["salt"] = "00" * 32
    assert refusal(rechained(export), witness) == "witness_unknown"


def test_another_seed_is_not_the_one_committed_to(export: Json) -> None:
    export["seed"] = "00" * 32
    assert refusal(export) == "seed_is_not_the_one_committed_to"


def test_another_seed_with_another_commitment_does_not_give_these_cards(export: Json) -> None:
    export["seed"], export["commitment"] = "00" * 32, engine.commitment(bytes(32))
    assert refusal(rechained(export)) == "draw_differs"


def test_the_contributions_are_those_of_the_log(export: Json) -> None:
    assert export["entries"][0]["public"]["contributions"] == export["contributions"]
    export["entries"][0]["public"]["contributions"] = ["heads", "", "eight"]
    assert refusal(rechained(export)) == "contributions_differ"


@pytest.mark.parametrize("term", ["ruleset", "options", "board"])
def test_the_log_says_by_which_rules_it_was_played(export: Json, term: str) -> None:
    export["entries"][0]["public"][term] = "another"
    assert refusal(rechained(export)) == f"{term}_differ"


def test_another_game_does_not_give_these_cards(export: Json) -> None:
    assert refusal({**export, "game": "other"}) == "draw_differs"


def test_other_contributions_do_not_give_these_cards(export: Json) -> None:
    export["contributions"] = ["tails", "", "seven"]
    assert refusal(export) == "contributions_differ"
    export["entries"][0]["public"]["contributions"] = export["contributions"]
    assert refusal(rechained(export)) == "draw_differs"


def test_standings_are_counted_anew(export: Json) -> None:
    for change in ({"points": 1}, {"rank": 9}, {"completed": 7}):
        forged = copy.deepcopy(export)
        forged["standings"][0] |= change
        assert refusal(forged) == "standings_differ"
    export["standings"][1]["ledger"].pop()
    assert refusal(export) == "standings_differ"


def test_another_board_or_format_is_refused(export: Json) -> None:
    assert refusal({**export, "board": "0" * 64}) == "board_differs"
    assert refusal({**export, "format": "night-mail-game-0"}) == "unknown_format"


@pytest.mark.parametrize(("what", "value"), [("seats", 2), ("order", [2, 1, 0])])
def test_other_terms_of_the_game_are_refused(export: Json, what: str, value: object) -> None:
    assert refusal({**export, what: value}) in {"facts_differ", "illegal_move"}


def test_a_log_without_entries_is_no_game(export: Json) -> None:
    assert refusal({**export, "entries": []}) == "no_entries"


def checker(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", "verify", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)


def test_the_command_line(export: Json, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    good = checker(str(file), "--witness", export["entries"][3]["hash"])
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith(f"ok: k3x9, {len(export['entries'])} entries")
    change_a_card(export)
    file.write_text(json.dumps(export))
    bad = checker(str(file))
    assert bad.returncode == 1
    assert bad.stdout.startswith("REFUSED: chain_broken (entry=")
    file.write_text("[]")
    assert checker(str(file)).returncode == 2
    assert checker(str(tmp_path / "nothing.json")).returncode == 2

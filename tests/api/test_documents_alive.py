"""The live API accepts the requests in the documents, and the moves they show are legal on their boards."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

import engine
from engine.parts.claims import ClaimRoute, refuse_mixture
from engine.parts.markers import PRICE, Mark
from engine.parts.yards import PlaceRow, PlaceThree, refuse_no_row, refuse_no_three
from games.models import Player
from games.table import plans
from games.table.rulings.commands import ORDERS
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down
from tests.api.test_documents import DOCS, GAMES, GUIDE, rows

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
EVENTS = (DOCS / "events.md").read_text(encoding="utf-8")
FOR_OTHERS = {"resign", "come_back", "forfeit", "mark_absent"}
"""Moves that answer no prompt: they have endpoints of their own, or are made by the clock."""


def quoted(word: str) -> list[Any]:
    """Return the guide's JSON objects with this member, from text and code blocks."""
    blocks = re.findall(r"^```json\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    found = [json.loads(text) for text in [*re.findall(r"`(\{[^`]*\})`", GUIDE), *blocks]]
    return [one for one in found if word in one]


def test_every_game_and_clock_that_the_guide_shows_can_be_made() -> None:
    host = guest("Host")
    Player.objects.filter(name="Host").update(date_joined=timezone.now() - timedelta(days=9))
    shown = quoted("seats")
    clocks = [*quoted("time_per_move"), *re.findall(r"^\| `(\w+)` \| \d+ (?:hour|day)s? \|", GUIDE, re.MULTILINE)]
    ways = re.findall(r"`(default|stand_in|forfeit)`", GUIDE[GUIDE.index("- `when_over`") :])[:3]
    assert (len(shown), len(clocks), set(ways)) == (4, 5, {"default", "stand_in", "forfeit"})
    plain = {"ruleset": "usa@1", "seats": 2}
    for wishes in [
        *shown,
        *({**plain, "clock": clock} for clock in clocks),
        *({**plain, "clock": {"time_per_move": "P1D", "when_over": way}} for way in ways),
    ]:
        host.post("/games", wishes, 201)


def test_the_list_of_games_that_the_guide_shows_can_be_made() -> None:
    host, (shown,) = guest("Host"), quoted("games")
    for name in {player for game in shown["games"] for player in game["players"]}:
        guest(name)
    tried = host.post("/game-lists?dry_run=true", shown, 200)
    assert [row["problem"] for row in tried["games"]] == [None, None]
    assert len(host.post("/game-lists", shown, 201)["games"]) == 2


def test_every_other_body_and_filter_of_the_guide_is_taken() -> None:
    host, ada = guest("Host"), guest("Ada")
    game = host.post("/games", quoted("ruleset")[0], 201)["id"]
    (invited,), (habits,), (vacation,) = quoted("players"), quoted("quiet_hours"), quoted("ends_at")
    host.post(f"/games/{game}/invitations", invited, 201)
    ada.do("patch", "/me", habits)
    host.post(f"/games/{game}/start", *[one for one in quoted("stand_ins") if "ruleset" not in one])
    with time_machine.travel("2027-07-20T12:00:00Z"):
        guest("Traveler").post("/me/vacations", vacation, 201)
    filters = set(re.findall(r"/games\?filter=(\w+)", GUIDE))
    assert len(filters) >= 2
    for name in filters:
        host.get(f"/games?filter={name}")


def test_every_order_of_an_admin_that_is_listed_exists() -> None:
    api = (DOCS / "api.md").read_text(encoding="utf-8")
    table = re.search(r"^\| kind \| members \|\n\|[-|]+\|\n((?:\|.*\n)+)", api, re.MULTILINE)
    assert table is not None
    listed = {name for line in table[1].splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])}
    assert listed == {name for name, order in ORDERS.items() if not order.kind.only_undoes}


# Moves and plans.


def sample(kind: str, ruleset: Json) -> Any:
    """Return a value of a type, taken from where the page says to find it."""
    if kind.startswith("list of "):
        count = 3 if kind.endswith("card") else 1
        return [sample(kind.removeprefix("list of "), ruleset)] * count
    board = ruleset["board"]
    known = {
        "number": 1,
        "place": 5,
        "card": "red",
        "route": board["routes"][0]["id"] if board["routes"] else "",
        "city": board["cities"][0]["slug"],
        "ticket": board["tickets"][0]["number"],
    }
    return known[kind]


def documented(ruleset: Json) -> list[tuple[str, Json]]:
    """Return every documented move as an object, with a value of each field and with every value listed for it."""
    cards = re.findall(r"`(\w+)`", EVENTS[EVENTS.index("a card is one of") : EVENTS.index("), tickets")])
    assert cards == ruleset["cards"]
    made = []
    for line in EVENTS[EVENTS.index("## Moves") :].splitlines():
        if not line.startswith("| `"):
            continue
        name, fields, told = (cell.strip() for cell in line.split("|")[1:4])
        types = dict(re.findall(r"`(\w+)`: ([a-z ]+)", fields))
        move = {"type": name.strip("`"), **{field: sample(kind.strip(), ruleset) for field, kind in types.items()}}
        values = {word for word in re.findall(r"`(\w+)`", told) if word not in types}
        colored = [field for field, kind in types.items() if kind.strip() == "card"]
        made.append((move["type"], move))
        made += [(move["type"], {**move, colored[0]: value}) for value in {*values, *(cards if colored else ())}]
    return made


def dry_run(someone: Guest, game: str, prompt: str, move: Any) -> tuple[int, str]:
    answer = someone.http.post(
        f"/api/v1/games/{game}/moves?dry_run=true", {"prompt": prompt, "move": move}, format="json"
    )
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.long
def test_every_value_of_the_moves_that_are_listed_is_read() -> None:
    people = guests(2)
    read: set[str] = set()
    for rules in GAMES:
        game = sit_down(people, ruleset=rules.id, options=dict.fromkeys(rules.variants, True))
        prompt = people[0].asked(game)["id"]
        for name, move in documented(people[0].get(f"/rulesets/{rules.id}")):
            status, code = dry_run(people[0], game, prompt, move)
            if code == "unknown_move":
                continue
            assert (status, code) == (400, "not_a_turn_move") if name in FOR_OTHERS else status in (200, 422), move
            read.add(name)
    assert read == {name for name, _ in documented(people[0].get("/rulesets/usa@1"))}


def examples() -> set[str]:
    """Return the moves that the documents show: in tables, in requests, and in the schema."""
    tables = {move for row in rows("move") for move in row}
    schema = (DOCS / "openapi.yaml").read_text(encoding="utf-8").partition("\n    Notation:\n")[2][:400]
    requests = re.findall(r'"move": "([a-z][^"]*)"', GUIDE) + re.findall(r"- (claim .*|draw .*)$", schema, re.MULTILINE)
    return tables | set(requests)


def could_be_legal(rules: engine.Ruleset, line: str) -> bool:
    """Check whether the move is legal in some position."""
    try:
        move = engine.notation.parse(rules, line)
        if isinstance(move, ClaimRoute):
            refuse_mixture(rules.price(rules.board.routes[move.route]), move, "B12")
        if isinstance(move, Mark):
            refuse_mixture(PRICE, move, "W6")
        if isinstance(move, PlaceRow):
            refuse_no_row(move)
        if isinstance(move, PlaceThree):
            refuse_no_three(move)
    except engine.EngineError:
        return False
    return True


def test_every_example_of_a_move_is_legal_on_its_board() -> None:
    shown = examples()
    assert {"claim denver-omaha purple 3 loco 1", "marker denver blue 1 loco 1", "place blue 3 loco 1"} <= shown
    assert [line for line in shown if not any(could_be_legal(rules, line) for rules in GAMES)] == []
    assert not could_be_legal(GAMES[0], "claim denver-omaha blue 3 loco 1")


def test_every_example_of_a_plan_is_taken() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    orders = [order for row in rows("order") for order in row]
    conditions = [f"draw deck when {condition}" for row in rows("condition") for condition in row]
    blocks = re.findall(r"^```text\n(claim denver-omaha\n.*?)```", GUIDE, re.MULTILINE | re.DOTALL)
    requests = [json.loads(found) for found in re.findall(r'"orders": (\[.*?\])', GUIDE)]
    assert (len(blocks), len(requests)) == (1, 1)
    assert len(orders) > 10
    assert len(conditions) > 10
    for plan in [*([line] for line in orders + conditions), *(block.splitlines() for block in blocks), *requests]:
        answer = people[0].http.put(f"/api/v1/games/{game}/plan", {"orders": plan}, format="json")
        if answer.status_code == 422:  # some need another board, or a different hand from the one dealt
            codes = {mistake["code"] for mistake in answer.json()["errors"]}
            assert codes <= NOT_HERE, (plan, codes)
            assert any(could_be_planned(rules, plan) for rules in GAMES), plan
        else:
            assert answer.status_code == 200, plan


NOT_HERE = {"unknown_order", "unknown_condition", "unknown_ticket", "not_your_ticket", "ticket_held"}


def could_be_planned(rules: engine.Ruleset, plan: list[str]) -> bool:
    try:
        plans.read(rules, plan)
    except plans.Unreadable:
        return False
    return True


# Rules.

RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
NUMBER = r"\b[BWCEP][1-9][0-9]?\b"


def test_every_rule_that_anything_names_is_explained() -> None:
    explained = re.findall(rf"^\| ({NUMBER}) \| .+ \|$", RULES, re.MULTILINE)
    assert len(explained) == len(set(explained))
    engine_folder = Path(engine.__file__).parent
    constants = {
        found
        for file in engine_folder.rglob("*.py")
        for found in re.findall(rf'"({NUMBER})"', file.read_text(encoding="utf-8"))
    }
    documents = {
        found for file in DOCS.glob("*.md") for found in re.findall(NUMBER, file.read_text(encoding="utf-8"))
    } - {"C4"}
    assert {"B12", "W2", "C9", "P1"} <= constants
    assert constants | documents <= set(explained)

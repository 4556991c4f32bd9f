"""docs/streams.md is correct: it has every type of event, with the members of real ones."""

import re
from pathlib import Path
from typing import Final

from django.utils import timezone

from games.models import Player
from notifications import account_events
from notifications.models import AccountEvent, Notification
from tests.api.described import load_document
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down
from tests.api.test_schema_examples import mistakes as mistakes_in
from tests.streams.listening import Process, Told

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "streams.md").read_text(encoding="utf-8")
OF_ACCOUNTS, OF_GAMES = PAGE.split("## Of an account")[1].split("## Of a game")


def documented(part: str) -> dict[str, set[str]]:
    """Return the documented members of each type of event."""
    rows = [line.split("|")[1:4] for line in part.splitlines() if line.startswith("| `")]
    return {name: set(names(members)) for types, _, members in rows for name in names(types)}


def names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def test_every_type_has_a_line() -> None:
    of_entries = {"your_turn", "game_over", "paused", "resumed"}
    assert documented(OF_ACCOUNTS).keys() == {*AccountEvent.Kind.values, *of_entries, "account", "reset"}
    assert documented(OF_GAMES).keys() == {"game", "entry", "talk", "reset"}


def test_an_accounts_live_events_have_these_members(streams: Process) -> None:
    people, other = guests(2), guest("Other")
    game = sit_down(people)
    ear = streams.heard_by(people[0], "/stream", last="no id")
    happen(people, game, other)
    note_all_others(people[0], game)
    people[1].post(f"/games/{game}/resign")
    told = [ear.next()]
    while told[-1].type != "game_over":
        told.append(ear.next())
    assert {one.type: set(one.data) for one in told} == documented(OF_ACCOUNTS)
    assert not [wrong for one in told for wrong in mistakes("AccountStreamEvent", one)]
    (listed,) = next(one.data["games"] for one in told if one.type == "account")
    explained = PAGE[PAGE.index("- `games`:") : PAGE.index("- `invitations`:")]
    assert {"games", *listed, *listed["waiting"]} == set(names(explained))


def test_a_games_live_events_have_these_members(streams: Process) -> None:
    people = guests(2)
    game = sit_down(people)
    ear = streams.heard_by(people[0], f"/games/{game}/stream", last="no id")
    people[1].post(f"/games/{game}/talk", {"text": "Hello"}, 201)
    choose_tickets(people, game)
    heard = ear.some(5)
    assert not [wrong for one in heard for wrong in mistakes("GameStreamEvent", one)]
    told = {one.type: set(one.data) for one in heard}
    reached = {"game": set(people[0].get(f"/games/{game}"))}
    reached["entry"] = set(people[0].get(f"/games/{game}/log")["results"][-1])
    assert told == documented(OF_GAMES) | reached


def happen(people: list[Guest], game: str, other: Guest) -> None:
    """Cause the events of an account's stream."""
    choose_tickets(people, game)
    at = f"/games/{game}"
    people[0].move(game, "draw deck", "draw deck")
    pause(people, game)
    people[0].do("delete", f"{at}/pause", status=204)
    people[1].post(f"{at}/talk", {"text": "Hello"}, 201)
    dispute = people[1].post(f"{at}/disputes", {"kind": "other", "text": "Rude"}, 201)["id"]
    people[1].post(f"/disputes/{dispute}/comments", {"text": "Very"}, 201)
    people[1].do("delete", f"/disputes/{dispute}")
    proposal = people[1].post(f"{at}/proposals", {"kind": "ended", "how": "void"}, 201)["id"]
    people[1].do("delete", f"{at}/proposals/{proposal}")
    table = other.post("/games", {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}, 201)["id"]
    other.post(f"/games/{table}/invitations", {"players": [people[0].name]}, 201)


def note_all_others(someone: Guest, game: str) -> None:
    """Record the other events directly, because they need time to pass, admins or stand-ins."""
    player = Player.objects.get(name=someone.name)
    common = {"player": player, "game_id": game, "entry": 3, "created_at": timezone.now()}
    told = {"dispute_id": "dispute", "proposal_id": "proposal"}
    for kind in set(AccountEvent.Kind.values) - {"entry", "talk", "ruling"}:
        about = {name: value for name, value in told.items() if name.removesuffix("_id") in kind}
        account_events.note([Notification(kind=kind, seat=0, prompt_opened=2, **about, **common)])
    account_events.note([Notification(kind="ruling", **common)])


def pause(people: list[Guest], game: str) -> None:
    """Pause the game, as the table agrees."""
    for someone in people:
        someone.post(f"/games/{game}/proposals", {"kind": "paused"}, 201)


def mistakes(schema: str, event: Told) -> list[str]:
    """Return where the event is not as the API's document says."""
    body = {"id": event.id, "type": event.type, "data": event.data}
    return mistakes_in(load_document(), {"$ref": f"#/components/schemas/{schema}"}, body)

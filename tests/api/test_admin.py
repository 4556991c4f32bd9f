"""The admin API: every address and every group, nobody in their own game, and a moderation bot's typical day."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from games.models import AdminAct, Game, Moderation, Player, Ruling
from games.people import audit, desk_work, moderation
from games.scopes import SCOPES
from games.table import rulings
from games.table.disputes import desk_queue, lifecycle
from games.table.rulings import bulk
from tests.api.desk import ADMIN, ORDERS, in_the_middle
from tests.api.people import API, client_of, confirm, mailed_code, stranger, with_secret
from tests.api.people import player as somebody
from tests.api.test_query_counts import count
from tests.games.admins import GROUPS, admin, show_passkey
from tests.games.stories import chosen, players, started
from tests.games.worlds import swap_what_is_hidden
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def places(settings: Settings) -> dict[str, str]:
    return in_the_middle(settings)


def test_in_bulk_the_admins_own_game_is_refused_too(places: dict[str, str]) -> None:
    rita = admin("Rita", "operator")
    own = chosen(started([rita, Player.objects.get(pk=places["player"])], now=timezone.now()), now=timezone.now())
    answer = client_of(rita).post(f"{ADMIN}/bulk", {"order": {"kind": "paused"}}, format="json")
    assert answer.json()["total"] == 2
    bulk.work(now=timezone.now())
    shown = client_of(rita).get(answer["Location"]).json()
    assert (shown["done"], shown["refused"], shown["pending"]) == (1, 1, 0)
    assert shown["not_done"] == [{"game": own.pk, "state": "refused", "code": "plays_in_this_game"}]
    assert shown["finished_at"] is not None
    assert not Game.objects.get(pk=own.pk).pauses


def test_nobody_becomes_an_admin_by_mail() -> None:
    rita = admin("Rita", "referee")
    Authenticator.objects.all().delete()
    asked = stranger().post(f"{API}/accounts/sign-in", {"email": rita.email}).json()
    scopes = confirm(asked["confirmation"], mailed_code(rita.email or ""))["token"]["scopes"]
    assert scopes == [scope for scope in SCOPES if not scope.startswith("admin:")]


def test_an_operator_makes_a_token_for_an_admins_program() -> None:
    admin("Rita", "referee")
    out = io.StringIO()
    call_command("token", "rita", "admin:read", stdout=out)
    client = with_secret(out.getvalue().strip())
    assert client.get(f"{ADMIN}/queue").status_code == 200
    assert client.get(f"{API}/tokens/current").json()["scopes"] == ["admin:read"]
    with pytest.raises(CommandError):
        call_command("token", "nobody", "admin:read", stdout=out)


def test_a_bot_handles_the_routine(places: dict[str, str]) -> None:
    bot = client_of(somebody("Robot", kind="bot"))
    robot = Player.objects.get(name="Robot")
    robot.groups.add(*admin("Rita", "support").groups.all())
    show_passkey(robot)

    (urgent,) = bot.get(f"{ADMIN}/disputes").json()["results"]
    shown = bot.get(f"{ADMIN}/games/{urgent['game']}").json()
    (turn,) = shown["game"]["turns"]
    order = {"kind": "extended", "hours": 24, "prompt": turn["prompt"]}
    preview = bot.post(f"{ADMIN}/games/{urgent['game']}/rulings?dry_run=true", {"order": order}, format="json").json()
    assert [moved["prompt"] for moved in preview["deadlines"]] == [turn["prompt"]]
    body = {"order": order, "text": "A day more.", "dispute": urgent["id"], "resolves": True}
    ruled = bot.post(f"{ADMIN}/games/{urgent['game']}/rulings", body, format="json")

    assert ruled.status_code == 201
    assert ruled.json()["dispute"] == urgent["id"]
    assert bot.get(f"{ADMIN}/disputes").json()["results"] == []
    player = client_of(Player.objects.get(name="Player 1"))
    told = player.get(f"{API}/games/{urgent['game']}/rulings").json()["results"]
    assert told[0] | {"created_at": ""} == {
        "entry": ruled.json()["entry"],
        "kind": "extended",
        "text": "A day more.",
        "agreed": [],
        "rule": "",
        "created_at": "",
    }
    assert player.get(f"{API}/disputes/{urgent['id']}").json()["outcome"] == "A day more."
    by_robot = AdminAct.objects.filter(by=robot).order_by("id").values_list("what", flat=True)
    assert list(by_robot) == ["looked_at", "ruled", "dispute_resolved"]


NO_ORDERS: list[dict[str, Any]] = [
    {},
    {"kind": "moved"},
    {"kind": "set_back", "entry": 5},
    {"kind": "extended", "hours": "5"},
    {"kind": "extended", "deadline_at": "tomorrow"},
    {"kind": "removed"},
    {"kind": "removed", "seat": None},
    {"kind": "removed", "seat": 1, "points": 5},
    {"kind": "moved_for", "seat": 0, "move": 5},
    {"kind": "paused", "reason": "Because they asked."},
    {"kind": "taken_back", "as_of": 10**20},
]


@pytest.mark.parametrize("order", at_length(NO_ORDERS, at_once=NO_ORDERS[1::4]))
def test_what_is_no_order_is_told_so(order: dict[str, Any], places: dict[str, str]) -> None:
    client = client_of(admin("Rita", "referee"))
    for path in ("rulings", "rulings?dry_run=true"):
        answer = client.post(f"{ADMIN}/games/{places['game']}/{path}", {"order": order}, format="json")
        assert answer.status_code == 400 or (order.get("hours") == "5" and answer.status_code < 300), answer.content


def test_two_admins_where_the_site_wants_two(settings: Any, places: dict[str, str]) -> None:
    settings.TWO_PERSON_RULINGS = True
    one, other = (client_of(admin(name, "referee")) for name in ("Rita", "Otto"))
    Ruling.objects.filter(state="proposed").update(state="withdrawn")
    body = {"order": {"kind": "ended", "how": "void"}, "text": "Spoilt."}
    proposed = one.post(f"{ADMIN}/games/{places['game']}/rulings", body, format="json").json()
    assert (proposed["state"], proposed["entry"]) == ("proposed", None)
    assert one.post(f"{ADMIN}/rulings/{proposed['id']}/confirm").json()["code"] == "same_admin"
    assert [row["id"] for row in other.get(f"{ADMIN}/rulings").json()["results"]] == [proposed["id"]]
    done = other.post(f"{ADMIN}/rulings/{proposed['id']}/confirm").json()
    assert (done["state"], done["confirmed_by"]["name"]) == ("done", "Otto")
    assert Game.objects.get(pk=places["game"]).status == "void"


class TestTheAudit:
    def test_it_is_searched(self, places: dict[str, str]) -> None:
        rita = admin("Rita", "operator")
        client = client_of(rita)
        client.post(f"{ADMIN}/players/{places['player']}/moderation", {"kind": "warned", "reason": "Rude."})
        for search in (f"by={rita.pk}", "what=warned", f"player={places['player']}"):
            (found,) = client.get(f"{ADMIN}/audit?{search}").json()["results"]
            assert (found["what"], found["reason"], found["by"]["name"]) == ("warned", "Rude.", "Rita")
        assert client.get(f"{ADMIN}/audit?what=nothing").json()["results"] == []
        for since in ("never", "2026-03-28T02:30:00"):
            assert client.get(f"{ADMIN}/audit", {"since": since}).status_code == 400
        assert client.get(f"{ADMIN}/audit", {"since": "2999-03-28T02:30:00+02:00"}).json()["results"] == []

    def test_it_is_exported_as_lines_and_for_a_spreadsheet(self, places: dict[str, str]) -> None:
        client = client_of(admin("Rita", "operator"))
        asked = {"kind": "warned", "reason": "=1+1, as they say"}
        client.post(f"{ADMIN}/players/{places['player']}/moderation", asked)
        lines = b"".join(client.get(f"{ADMIN}/audit/export?what=warned").streaming_content).decode()  # type: ignore[attr-defined]
        (line,) = [json.loads(line) for line in lines.splitlines()]
        assert line["reason"] == "=1+1, as they say"
        sheet = b"".join(client.get(f"{ADMIN}/audit/export?what=warned&as=csv").streaming_content).decode()  # type: ignore[attr-defined]
        (row,) = csv.DictReader(io.StringIO(sheet))
        assert (row["what"], row["reason"], row["player"]) == ("warned", "'=1+1, as they say", places["player"])
        assert AdminAct.objects.filter(what="audit_exported").count() == 2
        assert client.get(f"{ADMIN}/audit/export?as=xml").status_code == 400

    def test_of_the_readers_own_game_it_tells_only_that_something_was_done(self, places: dict[str, str]) -> None:
        rita = admin("Rita", *GROUPS)
        own = chosen(started([rita, *players(1, "Other")]))
        audit.note(
            Player.objects.get(name="Head"),
            "move_tried",
            timezone.now(),
            game=own,
            detail={"move": "claim denver-omaha purple 4"},
            reason="Seat 1 holds them.",
        )
        (found,) = client_of(rita).get(f"{ADMIN}/audit?what=move_tried").json()["results"]
        assert (found["detail"], found["reason"], found["game"]) == ({}, "", own.pk)
        answer = client_of(rita).get(f"{ADMIN}/audit/export?what=move_tried")
        assert b"claim" not in b"".join(answer.streaming_content)  # type: ignore[attr-defined]


class TestPlayers:
    def test_anyone_who_is_suspended_does_not_play_and_the_ladder_goes_on(self, places: dict[str, str]) -> None:
        operator = client_of(admin("Rita", "operator"))
        now = timezone.now()
        until = (now + timedelta(days=30)).isoformat()
        player = Player.objects.get(name="Player 0")
        address = f"{ADMIN}/players/{player.pk}/moderation"
        assert operator.post(address, {"kind": "suspended", "until": until}).status_code == 201
        client = client_of(player)
        wishes = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}
        turn = Game.objects.get(pk=places["game"]).turns.get(closed_at=None)
        move = {"prompt": turn.prompt_id, "move": "draw deck"}
        for path, body in (
            ("/games", wishes),
            (f"/games/{places['game']}/moves", move),
            (f"/games/{places['game']}/moves?dry_run=true", move),
            (f"/games/{places['game']}/return", None),
            (f"/games/{places['game']}/disputes", {"kind": "other", "text": "!"}),
        ):
            answer = client.post(API + path, body, format="json")
            assert (answer.status_code, answer.json()["code"]) == (403, "account_suspended"), path
            assert answer.json()["until"].startswith(until[:19])
        assert client.get(f"{API}/games/{places['game']}").status_code == 200
        shown = operator.get(f"{ADMIN}/players/{player.pk}").json()
        assert [measure["kind"] for measure in shown["moderations"]] == ["suspended"]

        assert operator.post(address, {"kind": "readmitted"}).status_code == 201
        assert client.post(f"{API}/games/{places['game']}/moves", move, format="json").status_code == 201

    def test_nobody_judges_themselves_or_another_admin(self, places: dict[str, str]) -> None:
        rita, otto = admin("Rita", "operator"), admin("Otto", "operator")
        for who, code in ((rita, "not_yourself"), (otto, "player_is_admin")):
            answer = client_of(rita).post(f"{ADMIN}/players/{who.pk}/moderation", {"kind": "warned"})
            assert (answer.status_code, answer.json()["code"]) == (403, code)

    @pytest.mark.parametrize(
        "asked",
        [
            {"kind": "suspended"},
            {"kind": "warned", "until": "2099-01-01T00:00:00Z"},
            {"kind": "muted", "until": "2001-01-01T00:00:00Z"},
            {"kind": "muted", "until": "2999-01-01T00:00:00Z"},
        ],
    )
    def test_until_fits(self, asked: dict[str, str], places: dict[str, str]) -> None:
        address = f"{ADMIN}/players/{places['player']}/moderation"
        answer = client_of(admin("Rita", "operator")).post(address, asked)
        assert answer.json()["code"] == "until_out_of_range"
        assert not Moderation.objects.exists()

    def test_an_erased_player_cannot_be_judged(self, places: dict[str, str]) -> None:
        address = f"{ADMIN}/players/{'0' * 12}/moderation"
        answer = client_of(admin("Rita", "operator")).post(address, {"kind": "warned"})
        assert answer.json()["code"] == "no_such_player"


def test_a_suspension_ends_by_itself() -> None:
    operator, (player,) = admin("Rita", "operator"), players(1)
    now = timezone.now()
    moderation.moderate(
        admin=operator, player_id=player.pk, kind="suspended", until=now + timedelta(seconds=1), now=now
    )
    Player.objects.filter(pk=player.pk).update(suspended_until=now)
    wishes = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}
    assert client_of(player).post(f"{API}/games", wishes).status_code == 201


READ_ONLY = ("extended", "paused", "replaced", "removed", "ended", "corrected")
"""Rulings that can be previewed without the log's secret parts, which are missing in the other world."""
READING = ("/queue", "/disputes", "/games/{game}", "/disputes/{dispute}", "/rulings", "/audit", "/audit/export")


def test_no_secret_of_a_seat_makes_a_difference(places: dict[str, str]) -> None:
    game = Game.objects.get(pk=places["game"])
    Player.objects.create(name="Stand-in", kind=Player.Kind.HOUSE)
    client = client_of(admin("Rita", *GROUPS))
    orders = [{"kind": kind, **facts} for kind, (facts, _) in ORDERS.items() if kind in READ_ONLY]

    def read_all() -> list[bytes]:
        answers = [client.get(ADMIN + path.format(**places)) for path in READING[:4]]
        answers += [
            client.post(f"{ADMIN}/games/{game.pk}/rulings?dry_run=true", {"order": order}, format="json")
            for order in orders
        ]
        assert {answer.status_code for answer in answers} == {200}
        return [_timeless(answer.json()) for answer in answers]

    before = read_all()
    swap_what_is_hidden(game)
    assert read_all() == before


def _timeless(body: Any) -> bytes:
    """Return the body without values that depend on the current time."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: kept(each) for name, each in value.items() if name not in {"at", "urgency", "after"}}
        if isinstance(value, list):
            return [kept(each) for each in value]
        return value

    text = json.dumps(kept(body), sort_keys=True)
    return text.encode() if "opened" not in text else _without_deadlines(json.loads(text))


def _without_deadlines(body: Any) -> bytes:
    for prompt in body.get("opened", []) if isinstance(body, dict) else []:
        prompt.pop("deadline_at")
    return json.dumps(body, sort_keys=True).encode()


def test_the_queue_has_what_the_desk_has(places: dict[str, str]) -> None:
    rita, rolf = admin("Rita", *GROUPS), admin("Rolf", *GROUPS)
    Game.objects.filter(pk=places["game"]).update(quarantined_until=timezone.now(), quarantine_error="ValueError")
    desk = desk_queue.queue(rita, timezone.now())
    proposal = next(item for item in desk if item.kind == "proposal")
    desk_work.claim(admin=rolf, item=proposal.key, game=proposal.game, now=timezone.now())
    told = client_of(rita).get(f"{ADMIN}/queue").json()["results"]
    assert [(one["kind"], one["id"] or "") for one in told] == [(item.kind, item.ref) for item in desk]
    assert {one["kind"]: (one["claimed_by"] or {}).get("name") for one in told if one["game"] == places["game"]} == {
        "dispute": None,
        "quarantined": None,
        "proposal": "Rolf",
    }


def test_the_lists_cost_the_same_however_long_they_are() -> None:
    rita = admin("Rita", *GROUPS)
    client = client_of(rita)
    client.get(f"{API}/me")
    paths = [f"{ADMIN}/disputes", f"{ADMIN}/audit", f"{ADMIN}/rulings", f"{ADMIN}/queue"]
    costs = []
    for round_ in range(2):
        for number in range(1 + 3 * round_):
            people = players(3, f"P{round_}{number}")
            game = chosen(started(people))
            for player in people[: 1 + round_]:
                lifecycle.open_dispute(
                    player=player, game_id=game.pk, kind="other", text=f"{player.name}", now=timezone.now()
                )
            rulings.rule(admin=rita, game_id=game.pk, order=rulings.Extend(hours=9999 // 24), now=timezone.now())
        costs.append([count(lambda path=path: client.get(path)) for path in paths])  # type: ignore[misc]
        assert len(client.get(paths[0]).json()["results"]) == (1, 9)[round_]
    assert costs[0] == costs[1]


def test_the_lists_of_a_game_cost_the_same_however_long_they_are() -> None:
    people = players(3)
    game = chosen(started(people))
    client = client_of(people[0])
    client.get(f"{API}/me")
    costs = []
    for number in range(2):
        dispute = lifecycle.open_dispute(
            player=people[number], game_id=game.pk, kind="other", text="Look!", now=timezone.now()
        )
        for said in range(3 * number):
            lifecycle.comment(player=people[2], dispute_id=dispute.pk, text=f"{said}", now=timezone.now())
        costs.append(count(lambda: client.get(f"{API}/games/{game.pk}/disputes")))
    assert costs == [6, 6]

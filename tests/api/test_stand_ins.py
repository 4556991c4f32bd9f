"""A new table is filled with stand-ins if its host wants that, and they play."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby import stand_in_seats
from games.models import Game, Player, Seat
from games.table.play import stand_ins
from notifications.models import Notification
from tests.api.table import Guest, guest, guests
from tests.games.courts import agree

pytestmark = pytest.mark.django_db

WISHES = {"ruleset": "usa@1", "seats": 4, "clock": {"time_per_move": "P1D"}, "order": "fixed"}


def kinds(host: Guest, game: str) -> list[str]:
    return [seat["player"]["kind"] for seat in host.get(f"/games/{game}")["seats"]]


def test_with_stand_ins_in_all_other_seats_a_game_starts_at_once_and_they_play() -> None:
    host = guest("Host")
    shown = host.post("/games", {**WISHES, "stand_ins": 3}, 201)
    game = shown["id"]
    assert (shown["status"], kinds(host, game)) == ("running", ["human", "house", "house", "house"])
    assert [seat["player"]["name"] for seat in shown["seats"]][1:] == ["Stand-in", "Stand-in 2", "Stand-in 3"]

    stand_ins.play_due(now=timezone.now())
    assert [prompt["seat"] for prompt in host.get(f"/games/{game}")["position"]["prompts"]] == [0]
    host.move(game, f"keep {' '.join(str(ticket['number']) for ticket in host.asked(game)['offer'])}")
    host.move(game, "draw deck", "draw deck")
    stand_ins.play_due(now=timezone.now())
    assert host.asked(game)["type"] == "take_turn"
    agree(Game.objects.get(pk=game))
    assert set(Notification.objects.values_list("player__kind", flat=True)) == {"human"}


def test_the_seats_that_are_left_are_for_people() -> None:
    host, ada = guests(2)
    game = host.post("/games", {**WISHES, "seats": 3, "stand_ins": 1}, 201)["id"]
    assert host.get(f"/games/{game}")["status"] == "open"
    ada.post(f"/games/{game}/join")
    assert (host.get(f"/games/{game}")["status"], kinds(host, game)) == ("running", ["human", "house", "human"])


def test_the_host_starts_with_stand_ins_in_the_free_seats_or_without() -> None:
    host, ada = guests(2)
    full, small = (host.post("/games", WISHES, 201)["id"] for _ in range(2))
    assert host.do("post", f"/games/{full}/start", {"stand_ins": "maybe"}, status=400)["code"] == "invalid"
    assert ada.do("post", f"/games/{full}/start", {"stand_ins": True}, status=403)["code"] == "only_the_host"
    assert kinds(host, full) == ["human"]
    host.post(f"/games/{full}/start", {"stand_ins": True})
    assert kinds(host, full) == ["human", "house", "house", "house"]
    assert host.do("post", f"/games/{full}/start", {"stand_ins": True}, status=409)["code"] == "game_not_open"
    assert host.do("post", f"/games/{small}/start", status=409)["code"] == "too_few_players"
    ada.post(f"/games/{small}/join")
    host.post(f"/games/{small}/start")
    assert kinds(host, small) == ["human", "human"]


def test_more_stand_ins_than_free_seats_are_refused() -> None:
    host = guest("Host")
    refusal = host.do("post", "/games", {**WISHES, "seats": 3, "stand_ins": 3}, status=422)
    assert (refusal["code"], refusal["most"]) == ("too_many_stand_ins", 2)
    assert not Game.objects.exists()
    assert not Seat.objects.exists()


def test_their_seats_can_be_taken_over() -> None:
    host, ada = guests(2)
    game = host.post("/games", {**WISHES, "seats": 2, "stand_ins": 1}, 201)["id"]
    assert [row["seat"] for row in ada.get("/open-seats")["results"]] == [1]
    ada.post(f"/games/{game}/take-over", {"seat": 1})
    assert kinds(host, game) == ["human", "human"]
    agree(Game.objects.get(pk=game))


def test_a_host_has_a_limited_number_of_games_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_in_seats, "MOST_TABLES", 2)
    host = guest("Host")
    first, second = (host.post("/games", {**WISHES, "stand_ins": stand_ins}, 201)["id"] for stand_ins in (3, 1))
    refusal = host.do("post", "/games", {**WISHES, "stand_ins": 1}, status=409)
    assert (refusal["code"], refusal["most"]) == ("too_many_games_with_stand_ins", 2)
    plain = host.post("/games", WISHES, 201)["id"]
    assert host.do("post", f"/games/{plain}/start", {"stand_ins": True}, status=409)["code"] == refusal["code"]
    assert kinds(host, plain) == ["human"]
    host.do("post", f"/games/{second}/leave", status=204)
    host.post(f"/games/{plain}/start", {"stand_ins": True})
    assert host.get(f"/games/{first}")["status"] == "running"


def test_when_the_host_leaves_nobody_is_left_and_the_game_waits_to_be_closed() -> None:
    host = guest("Host")
    game = host.post("/games", {**WISHES, "stand_ins": 3}, 201)["id"]
    host.post(f"/games/{game}/resign")
    assert Game.objects.get(pk=game).closes_at is not None
    assert stand_ins.play_due(now=timezone.now() + timedelta(hours=1)) == 0


def test_house_players_are_used_again_in_other_games() -> None:
    host = guest("Host")
    for _ in range(2):
        host.post("/games", {**WISHES, "stand_ins": 3}, 201)
    assert Player.objects.filter(kind=Player.Kind.HOUSE).count() == 3

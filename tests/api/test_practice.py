"""Practice and join links over the API, which can do everything the pages can."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, JoinLink, Player
from games.table.play import stand_ins
from tests.api.people import API, client_of, confirm, mailed_code, newest_mail, player, stranger, with_secret
from tests.games.stories import NOON
from tests.push.browser import SubscribedBrowser
from tests.push.test_page_and_api import wish

pytestmark = pytest.mark.django_db


def guest() -> dict[str, object]:
    """Start practicing as a guest without an address; return the answer."""
    answer = stranger().post(f"{API}/accounts/guest", {})
    assert answer.status_code == 201, answer.content
    came: dict[str, object] = answer.json()
    return came


def secret(came: dict[str, object]) -> str:
    token = came["token"]
    assert isinstance(token, dict)
    return str(token["secret"])


class TestPractice:
    def test_a_guest_plays_without_an_address(self) -> None:
        came = guest()
        me = with_secret(secret(came))
        assert (me.get(f"{API}/me").json()["kind"], me.get(f"{API}/me").json()["email"]) == ("guest", None)
        answer = me.post(f"{API}/practice", {"ruleset": "usa@1"})
        game = answer.json()
        assert answer.status_code == 201
        assert answer["Location"] == f"{API}/games/{game['id']}"
        assert (game["practice"], game["public"], game["your_seat"]) == (True, False, 0)
        legal = me.get(f"{API}/games/{game['id']}/options").json()
        move = {"prompt": legal["prompt"], "move": legal["moves"][0]["move"]}
        assert me.post(f"{API}/games/{game['id']}/moves", move).status_code == 201
        assert stand_ins.play_game(game_id=game["id"], now=NOON) > 0

    def test_asked_again_before_the_first_move_it_is_the_same_table(self) -> None:
        me = with_secret(secret(guest()))
        ids = {me.post(f"{API}/practice", {"ruleset": "usa@1"}).json()["id"] for _ in range(2)}
        assert len(ids) == 1

    def test_others_know_of_no_such_game(self) -> None:
        game = with_secret(secret(guest())).post(f"{API}/practice", {"ruleset": "usa@1"}).json()["id"]
        other = client_of(player("Ada"))
        for path in ("", "/log", "/options", "/board.svg", "/export"):
            assert other.get(f"{API}/games/{game}{path}").json()["code"] == "no_such_game"
        for wanted in ("all", "open"):
            assert other.get(f"{API}/games?filter={wanted}").json()["results"] == []

    def test_all_else_takes_an_address(self) -> None:
        me = with_secret(secret(guest()))
        wishes = {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}}
        theirs = client_of(player("Ada")).post(f"{API}/games", wishes).json()["id"]
        for method, path, body in (
            ("post", "/games", wishes),
            ("post", f"/games/{theirs}/join", {}),
            ("post", "/me/address", {"email": "x@mail.example"}),
            ("post", "/me/sign-up-invitations", {}),
            ("post", "/me/webhooks", {"url": "https://bot.example.org/", "events": ["your_turn"]}),
            ("post", "/me/push-subscriptions", wish(SubscribedBrowser("https://push.example/1"))),
            ("patch", "/me", {"name": "Nils"}),
        ):
            answer = getattr(me, method)(f"{API}{path}", body)
            assert (answer.status_code, answer.json()["code"]) == (403, "address_needed"), path

    def test_too_many_from_one_network(self, settings: Settings) -> None:
        settings.GUESTS_PER_DAY = 1
        guest()
        answer = stranger().post(f"{API}/accounts/guest", {})
        assert (answer.status_code, answer.json()["code"]) == (403, "too_many_guests")
        assert "Retry-After" not in answer
        assert datetime.fromisoformat(answer.json()["ends_at"]) > timezone.now() + timedelta(hours=22)

    def test_a_guest_is_erased_at_once(self) -> None:
        me = with_secret(secret(guest()))
        me.post(f"{API}/practice", {"ruleset": "usa@1"})
        assert me.delete(f"{API}/me").status_code == 204
        assert me.get(f"{API}/me").status_code == 401
        assert Player.objects.filter(kind="guest", erased_at=None).count() == 0

    def test_a_guest_gives_an_address_and_stays(self) -> None:
        came = guest()
        me = with_secret(secret(came))
        asked = me.post(f"{API}/me/keep", {"email": "Finn@Example.org", "name": "Finn"})
        assert asked.status_code == 202
        back = confirm(asked.json()["confirmation"], mailed_code("finn@example.org"))
        assert back["player"]["kind"] == "human"
        assert me.get(f"{API}/me").json()["email"] == "Finn@example.org"

    def test_an_address_with_an_account_looks_the_same_and_does_nothing(self) -> None:
        player("Ada")
        me = with_secret(secret(guest()))
        answers = [me.post(f"{API}/me/keep", {"email": f"{who}@example.org", "name": "Finn"}) for who in ("ada", "new")]
        assert {answer.status_code for answer in answers} == {202}
        assert set(answers[0].json()) == set(answers[1].json())
        assert newest_mail("ada@example.org").template == "account/email/keep_has_account"
        given = {"confirmation": answers[0].json()["confirmation"], "code": mailed_code("ada@example.org")}
        assert stranger().post(f"{API}/accounts/confirm", given).json()["code"] == "wrong_code"
        assert Player.objects.filter(kind="guest", email=None).count() == 1


class TestJoinLinks:
    @staticmethod
    def table(host: Player) -> str:
        wishes = {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}, "access": "invitation"}
        game: str = client_of(host).post(f"{API}/games", {**wishes, "public": False}).json()["id"]
        return game

    def test_anyone_who_has_it_looks_and_sits_down(self) -> None:
        ada, bela = player("Ada"), player("Bela")
        game = self.table(ada)
        link = client_of(ada).put(f"{API}/games/{game}/join-link").json()
        assert link["link"].endswith(f"/join/{link['token']}")
        seen = stranger().get(f"{API}/invitations/{link['token']}").json()
        assert (seen["game"]["id"], seen["seats_free"]) == (game, 2)
        assert [one["name"] for one in seen["players"]] == ["Ada"]
        for _ in range(2):
            answer = client_of(bela).post(f"{API}/invitations/{link['token']}/join", {})
            assert (answer.status_code, answer.json()["game"]["your_seat"]) == (200, 1)

    def test_a_new_one_ends_the_old_one_and_none_is_left_when_it_is_taken_back(self) -> None:
        ada, bela = player("Ada"), player("Bela")
        game = self.table(ada)
        host = client_of(ada)
        old, new = (host.put(f"{API}/games/{game}/join-link").json()["token"] for _ in range(2))
        assert client_of(bela).post(f"{API}/invitations/{old}/join", {}).json()["code"] == "link_over"
        assert host.get(f"{API}/games/{game}/join-link").json()["token"] == new
        assert host.delete(f"{API}/games/{game}/join-link").status_code == 204
        assert host.get(f"{API}/games/{game}/join-link").json()["code"] == "no_such_link"
        assert stranger().get(f"{API}/invitations/{new}").json()["code"] == "link_over"
        assert not JoinLink.objects.exists()

    def test_it_is_the_hosts_alone(self) -> None:
        ada, bela = player("Ada"), player("Bela")
        game = self.table(ada)
        token = client_of(ada).put(f"{API}/games/{game}/join-link").json()["token"]
        other = client_of(bela)
        assert other.put(f"{API}/games/{game}/join-link").json()["code"] == "no_such_game"
        other.post(f"{API}/invitations/{token}/join", {})
        for method in ("get", "put", "delete"):
            assert getattr(other, method)(f"{API}/games/{game}/join-link").json()["code"] == "only_the_host"

    def test_it_is_over_when_the_game_begins(self) -> None:
        ada, bela = player("Ada"), player("Bela")
        game = self.table(ada)
        token = client_of(ada).put(f"{API}/games/{game}/join-link").json()["token"]
        client_of(ada).post(f"{API}/games/{game}/start", {"stand_ins": True})
        assert Game.objects.get(pk=game).status == Game.Status.RUNNING
        assert client_of(bela).post(f"{API}/invitations/{token}/join", {}).json()["code"] == "game_not_open"
        assert stranger().get(f"{API}/invitations/{token}").json()["seats_free"] == 0

    def test_a_guest_gives_an_address_first(self) -> None:
        token = client_of(ada := player("Ada")).put(f"{API}/games/{self.table(ada)}/join-link").json()["token"]
        me = with_secret(secret(guest()))
        assert me.post(f"{API}/invitations/{token}/join", {}).json()["code"] == "address_needed"

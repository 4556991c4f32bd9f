"""A player's past games, for readers who may know of them; friends, blocks, and whom to invite."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.errors import NotFound, Refused, Unprocessable
from games.lobby import company, departures, lobby, practice, records
from games.models import Block, Friend, Game, Invitation, Player
from games.people import relations
from games.people.privacy import erase_player, export_player
from tests.api.people import API, client_of
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def ended(people: list[Player], **wishes: Any) -> Game:
    """Return a game in which everyone but the first has resigned."""
    game = chosen(started(people, **wishes))
    for seat in range(1, len(people)):
        departures.resign(player=holder(game, seat), game_id=game.pk, now=NOON)
    return Game.objects.get(pk=game.pk)


class TestRecord:
    def test_games_results_and_with_whom(self) -> None:
        ada, bob, cleo = players(3)
        ended([ada, bob, cleo], name="The slow coast line")
        started([ada, bob], name="Under way")
        shown = text_of(Client(), f"/players/{ada.pk}")
        assert "The slow coast line" in shown
        assert "Under way" in shown
        assert "Place 1 with" in shown
        assert f'href="/players/{bob.pk}"' in shown
        told = client_of(cleo).get(f"{API}/players/{ada.pk}").json()
        assert told["played"] == [{"ruleset": "usa@1", "running": 1, "ended": 1, "won": 1}]
        assert [(one["player"]["name"], one["games"]) for one in told["companions"]] == [(bob.name, 2), (cleo.name, 1)]
        rows = client_of(cleo).get(f"{API}/players/{bob.pk}/games").json()["results"]
        assert [(row["game"]["name"], row["rank"], len(row["players"])) for row in rows] == [
            ("Under way", None, 2),
            ("The slow coast line", 3, 3),
        ]

    def test_a_private_game_is_only_there_for_its_players(self) -> None:
        ada, bob, stranger = players(3)
        ended([ada, bob], name="Quiet evening", public=False)
        assert records.by_ruleset(ada, bob) == [("usa@1", 0, 1, 1)]
        for reader in (stranger, None):
            assert not records.by_ruleset(ada, reader)
            assert not records.companions(ada, reader)
            assert not records.games(ada, reader)
        assert "Quiet evening" in text_of(browser_of(bob), f"/players/{ada.pk}")
        assert "Quiet evening" not in text_of(browser_of(stranger), f"/players/{ada.pk}")
        assert client_of(stranger).get(f"{API}/players/{ada.pk}/games").json()["results"] == []

    def test_practice_and_tables_that_never_began_count_nowhere(self) -> None:
        ada, bob = players(2)
        practice.start(player=ada, ruleset="usa@1", now=NOON)
        table = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
        lobby.join_game(player=bob, game_id=table.pk, now=NOON)
        for reader in (ada, bob):
            assert not records.by_ruleset(ada, reader)
            assert not records.companions(ada, reader)
        assert not company.acquaintances(ada)

    def test_nothing_of_a_running_game_but_that_it_runs(self) -> None:
        people = players(2)
        game = chosen(started(people))
        (shown,) = records.games(people[0], people[1])
        assert (shown.pk, vars(shown)["points"], vars(shown)["rank"]) == (game.pk, None, None)

    def test_erased_players_have_no_page_nor_have_guests_and_stand_ins(self) -> None:
        ada, bob = players(2)
        game = ended([ada, bob])
        practice.start(player=bob, ruleset="usa@1", now=NOON)
        erase_player(player=ada, now=NOON)
        house = Player.objects.filter(kind="house")[0]
        guest = Player.objects.create(name="Passing by", kind="guest")
        for gone in (ada, house, guest):
            assert Client().get(f"/players/{gone.pk}").status_code == 404
        assert client_of(bob).get(f"{API}/players/{ada.pk}/games").status_code == 404
        shown = text_of(browser_of(bob), f"/players/{bob.pk}")
        assert game.pk in shown
        assert "a former player" in shown
        assert f"/players/{ada.pk}" not in shown

    @pytest.mark.long
    def test_a_full_page_asks_no_more_than_an_empty_one(self) -> None:
        people = players(3)
        ended(people)
        reader = browser_of(players(1, "Reader")[0])

        def asked() -> int:
            with CaptureQueriesContext(connection) as captured:
                text_of(reader, f"/players/{people[0].pk}")
            return len(captured)

        before = asked()
        for number in range(3):
            ended([people[0], *players(2, f"Other {number}")])
        assert asked() == before


class TestBetweenPlayers:
    def test_marked_as_a_friend_and_blocked_from_the_page(self) -> None:
        ada, bob = players(2)
        browser, path = browser_of(ada), f"/players/{bob.pk}"
        for do, says in (
            ("befriend", "comes first when you invite"),
            ("unfriend", "no longer marked"),
            ("block", "no longer invites you"),
            ("unblock", "can invite you"),
        ):
            answer = browser.post(path, {"do": do}, follow=True)
            assert says in answer.content.decode()
        browser.post(path, {"do": "befriend"})
        browser.post(path, {"do": "befriend"})
        browser.post(path, {"do": "block"})
        assert [(one.player, one.other) for one in Friend.objects.all()] == [(ada, bob)]
        assert [(one.player, one.other) for one in Block.objects.all()] == [(ada, bob)]
        assert '<span class="tag">' not in text_of(browser_of(bob), f"/players/{ada.pk}")

    def test_strangers_see_no_buttons_and_press_none(self) -> None:
        (ada,) = players(1)
        assert 'name="do"' not in text_of(Client(), f"/players/{ada.pk}")
        assert Client().post(f"/players/{ada.pk}", {"do": "block"})["Location"] == "/accounts/login/"
        assert 'name="do"' not in text_of(browser_of(ada), f"/players/{ada.pk}")

    def test_in_the_api(self) -> None:
        ada, bob = players(2)
        started([ada, bob])
        client, path = client_of(ada), f"{API}/me/relations/{bob.pk}/friend"
        assert client.put(path).status_code == 204
        assert [row["player"]["name"] for row in client.get(f"{API}/me/relations").json()["results"]] == [bob.name]
        (row,) = client.get(f"{API}/me/company").json()["results"]
        assert (row["player"]["id"], row["friend"], row["games"]) == (bob.pk, True, 1)
        assert client.delete(path).status_code == client.delete(path).status_code == 204
        assert client.get(f"{API}/me/relations").json()["results"] == []
        assert client.put(f"{API}/me/relations/{ada.pk}/friend").json()["code"] == "cannot_befriend_yourself"
        assert client.put(f"{API}/me/relations/000000000000/friend").json()["code"] == "no_such_player"

    def test_a_player_may_be_related_in_several_ways(self) -> None:
        ada, bob, cleo = players(3)
        client, path = client_of(ada), f"{API}/me/relations"
        for other, kind in ((cleo, "mute"), (bob, "friend"), (bob, "mute"), (cleo, "block")):
            assert client.put(f"{path}/{other.pk}/{kind}").status_code == 204
        listed = client.get(path).json()["results"]
        expected = [("block", cleo), ("friend", bob), ("mute", bob), ("mute", cleo)]
        assert [(row["kind"], row["player"]["id"]) for row in listed] == [(kind, other.pk) for kind, other in expected]
        assert client.get(f"{path}?kind=friend").json()["results"] == listed[1:2]
        assert client.get(f"{path}?kind=foe").json()["errors"][0]["parameter"] == "kind"
        assert client.put(f"{path}/{bob.pk}/foe").status_code == 404

    def test_nobody_befriends_themselves_a_stand_in_or_too_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ada, bob, cleo = players(3)
        practice.start(player=ada, ruleset="usa@1", now=NOON)
        with pytest.raises(Unprocessable, match="cannot_befriend_yourself"):
            relations.add(Friend, player=ada, other_id=ada.pk, now=NOON)
        with pytest.raises(NotFound, match="no_such_player"):
            relations.add(Friend, player=ada, other_id=Player.objects.filter(kind="house")[0].pk, now=NOON)
        monkeypatch.setattr(relations, "MOST", 1)
        relations.add(Friend, player=ada, other_id=bob.pk, now=NOON)
        with pytest.raises(Refused, match="too_many_friends"):
            relations.add(Friend, player=ada, other_id=cleo.pk, now=NOON)

    def test_friends_are_in_the_export_and_are_erased(self) -> None:
        ada, bob, cleo = players(3)
        relations.add(Friend, player=ada, other_id=bob.pk, now=NOON)
        relations.add(Friend, player=cleo, other_id=ada.pk, now=NOON)
        assert export_player(player=ada)["friends"] == [{"friend_id": bob.pk, "created_at": NOON}]
        assert export_player(player=bob)["friends"] == []
        erase_player(player=ada, now=NOON)
        assert not Friend.objects.exists()


class TestWhomToInvite:
    def test_friends_come_first_then_those_who_played_last(self) -> None:
        ada, bob, cleo, dora, eve, blocked = players(6)
        started([ada, bob, blocked])
        started([ada, cleo, bob], now=NOON + timedelta(hours=1))
        started([ada, dora], now=NOON + timedelta(hours=2))
        relations.add(Friend, player=ada, other_id=eve.pk, now=NOON)
        relations.add(Block, player=ada, other_id=blocked.pk, now=NOON)
        assert company.acquaintances(ada) == [(eve, True, 0), (dora, False, 1), (bob, False, 2), (cleo, False, 1)]

    def test_a_tick_invites(self) -> None:
        ada, bob, cleo = players(3)
        started([ada, bob])
        relations.add(Friend, player=ada, other_id=cleo.pk, now=NOON)
        browser = browser_of(ada)
        page = text_of(browser, "/tables/new")
        assert page.index("Player 2, friend") < page.index("Player 1, 1 game")
        form = {"ruleset": "usa@1", "seats": "3", "clock": "daily", "access": "invitation", "stand_ins": "0"}
        path = browser.post("/tables/new", {**form, "company": [bob.name], "guests": bob.name})["Location"]
        table = Game.objects.latest("created_at")
        assert [one.player for one in Invitation.objects.filter(game=table)] == [bob]
        page = text_of(browser, path)
        assert "Player 1, 1 game" not in page  # invited already
        browser.post(path, {"do": "invite", "company": [cleo.name]})
        assert Invitation.objects.filter(game=table).count() == 2
        assert "Say whom you invite." in browser.post(path, {"do": "invite"}).content.decode()

    def test_nobody_is_offered_to_anyone_but_the_host(self) -> None:
        ada, bob, cleo = players(3)
        started([bob, cleo])
        table = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 3, DAY), now=timezone.now())
        lobby.join_game(player=bob, game_id=table.pk, now=timezone.now())
        assert 'name="company"' not in text_of(browser_of(bob), f"/tables/{table.pk}")

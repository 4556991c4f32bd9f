"""Opening a table, finding and joining it, and the beginning of the game."""

import re

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.lobby import lobby, open_games, selectors
from games.models import Game, Player, Seat
from tests.games.stories import DAY, players, started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
PLAIN = {"ruleset": "usa@1", "seats": "3", "clock": "daily", "access": "open", "stand_ins": "0"}


def table(host: Player, seats: int = 3, **wishes: object) -> Game:
    agreed = lobby.Wishes("usa@1", seats, DAY, **wishes)  # type: ignore[arg-type]
    return lobby.create_game(host=host, wishes=agreed, now=timezone.now())


def test_a_table_with_nothing_but_the_first_questions_answered() -> None:
    (ada,) = players(1)
    answer = browser_of(ada).post("/tables/new", PLAIN)
    made = Game.objects.get()
    assert answer["Location"] == f"/tables/{made.pk}"
    assert (made.ruleset, made.seats_wanted, made.access, made.public) == ("usa@1", 3, "open", True)
    assert made.clock


def test_all_that_is_folded_away() -> None:
    (ada,) = players(1)
    more = {"name": "Night train", "options": ["old_west@1:alvin", "card_game@1:open_stack"], "fixed": "on"}
    more |= {"pause_on_dispute": "on", "minimum_reliability": "90", "ruleset": "old_west@1"}
    browser_of(ada).post("/tables/new", {**PLAIN, **more})
    made = Game.objects.get()
    assert (made.name, made.options, made.order) == ("Night train", {"alvin": True}, "fixed")
    assert (made.pause_on_dispute, made.minimum_reliability) == (True, 90)


def test_what_can_be_added_to_a_game_stands_beside_that_game() -> None:
    (ada,) = players(1)
    page = browser_of(ada).get("/tables/new").content.decode()
    games = page.partition("</fieldset>")[0].split('name="ruleset" value="')[1:]
    added = {game.partition('"')[0]: re.findall(r'name="options" value="[^:]+:(\w+)"', game) for game in games}
    assert {game: options for game, options in added.items() if options} == {
        "old_west@1": ["alvin"],
        "card_game@1": ["open_stack"],
    }


@pytest.mark.parametrize("watched", [{}, {"watched": "on"}])
def test_a_table_for_people_i_invite_is_watched_only_if_i_say_so(watched: dict[str, str]) -> None:
    (ada,) = players(1)
    browser_of(ada).post("/tables/new", {**PLAIN, "access": "invitation", **watched})
    assert Game.objects.get().public is bool(watched)


def test_against_stand_ins_it_begins_at_once() -> None:
    (ada,) = players(1)
    answer = browser_of(ada).post("/tables/new", {**PLAIN, "stand_ins": "2"})
    made = Game.objects.get()
    assert made.status == Game.Status.RUNNING
    assert answer["Location"] == f"/games/{made.pk}"


def test_games_on_one_map_stand_together_and_each_can_be_chosen() -> None:
    (ada,) = players(1)
    text = browser_of(ada).get("/tables/new").content.decode()
    (variants,) = re.findall(r'class="field variants">(.*?)</div>', text, re.DOTALL)
    assert re.findall(r'name="ruleset" value="(\w+)@1"', variants) == ["usa_1910", "usa_mega", "usa_big_cities"]
    offered = re.findall(r'type="radio" name="ruleset" value="([^"]+)"', text)
    assert sorted(offered) == sorted(engine.RULESETS)
    browser_of(ada).post("/tables/new", {**PLAIN, "ruleset": "usa_mega@1"})
    assert Game.objects.get().ruleset == "usa_mega@1"


def test_a_number_of_players_that_the_game_is_not_for() -> None:
    (ada,) = players(1)
    answer = browser_of(ada).post("/tables/new", {**PLAIN, "ruleset": "card_game@1", "seats": "6"})
    assert answer.status_code == 400
    assert "Card Game is for 2 to 4 players." in answer.content.decode()
    assert not Game.objects.exists()


def test_what_the_service_refuses_is_told_and_nothing_typed_is_lost() -> None:
    (ada,) = players(1)
    for _ in range(open_games.MOST_OF_NEWCOMER):
        table(ada)
    answer = browser_of(ada).post("/tables/new", {**PLAIN, "name": "One more"})
    assert answer.status_code == 409
    assert 'value="One more"' in answer.content.decode()


def test_the_last_to_join_starts_the_game() -> None:
    ada, bob = players(2)
    made = table(ada, 2)
    assert browser_of(bob).post(f"/tables/{made.pk}/join")["Location"] == f"/games/{made.pk}"
    assert Client().get(f"/tables/{made.pk}")["Location"] == f"/games/{made.pk}"


def test_those_that_are_nearly_full_come_first_among_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, eve = players(3)
    for number, name in enumerate(("Oldest", "Older", "New", "Newest")):
        made = table(ada, 3, name=name)
        Game.objects.filter(pk=made.pk).update(created_at=timezone.now() - (4 - number) * DAY)
        if name in ("Oldest", "Older"):
            lobby.join_game(player=bob, game_id=made.pk, now=timezone.now())
    tables = selectors.games_to_join(eve)
    assert [game.name for game in selectors.nearly_full_first(tables)] == ["Older", "Oldest", "Newest", "New"]
    monkeypatch.setattr(selectors, "LOOKED_THROUGH", 3)
    assert [game.name for game in selectors.nearly_full_first(tables)] == ["Older", "Newest", "New"]


def test_the_list_can_be_filtered() -> None:
    ada, bob = players(2)
    table(ada, name="Three of us")
    table(ada, 5, name="Five of us")
    page = text_of(browser_of(bob), "/tables?seats=5&ruleset=usa@1")
    assert "Five of us" in page
    assert "Three of us" not in page
    assert "Three of us" in text_of(Client(), "/tables?seats=nonsense")


def test_a_table_by_invitation_does_not_exist_for_strangers() -> None:
    ada, bob = players(2)
    made = table(ada, name="Private", access="invitation", public=False)
    for visitor in (Client(), browser_of(bob)):
        assert "Private" not in text_of(visitor, "/tables")
        assert visitor.get(f"/tables/{made.pk}").status_code == 404
        assert visitor.get(f"/games/{made.pk}/thumbnail.svg").status_code == 404
    assert browser_of(bob).post(f"/tables/{made.pk}/join").status_code == 404


def test_a_stranger_signs_in_and_comes_back_to_the_table() -> None:
    made = table(players(1)[0])
    answer = Client().post(f"/tables/{made.pk}/join")
    assert answer["Location"] == f"/accounts/login/?next=/tables/{made.pk}"


def test_who_has_declined_is_told_to_the_table() -> None:
    ada, bob, carl = players(3)
    made = table(ada, 4)
    lobby.invite(host=ada, game_id=made.pk, names=[bob.name, carl.name], now=timezone.now())
    lobby.decline(player=bob, game_id=made.pk, now=timezone.now())
    page = text_of(browser_of(ada), f"/tables/{made.pk}")
    assert f"Not coming: {bob.name}" in page
    assert f"{carl.name} is invited" in page
    assert "Not coming" not in text_of(browser_of(carl), f"/tables/{made.pk}")


def test_the_host_invites_starts_and_calls_off() -> None:
    ada, bob, carl = players(3)
    made, host = table(ada, 4), browser_of(ada)
    host.post(f"/tables/{made.pk}", {"do": "invite", "guests": bob.name})
    page = text_of(host, f"/tables/{made.pk}")
    assert f"{bob.name} is invited" in page
    assert "3 seats are free" in page
    assert page.count('<span class="soft">free</span>') == 2, "an invited player's line stands for a seat"
    lobby.join_game(player=carl, game_id=made.pk, now=timezone.now())
    assert "Start with 2 players" in text_of(host, f"/tables/{made.pk}")
    host.post(f"/tables/{made.pk}", {"do": "start"})
    assert Game.objects.get().status == Game.Status.RUNNING

    other = table(ada)
    host.post(f"/tables/{other.pk}", {"do": "leave"})
    assert Game.objects.get(pk=other.pk).status == Game.Status.CLOSED


def test_the_board_and_the_waiting_room_lead_to_each_other() -> None:
    """Any address of a game that somebody has stored keeps working."""
    ada, _ = people = players(2)
    waiting, running = table(ada), started(people, now=timezone.now())
    host = browser_of(ada)
    assert host.get(f"/games/{waiting.pk}")["Location"] == f"/tables/{waiting.pk}"
    assert host.get(f"/tables/{running.pk}")["Location"] == f"/games/{running.pk}"


def test_stand_ins_take_the_free_seats() -> None:
    (ada,) = players(1)
    made = table(ada, 4)
    browser_of(ada).post(f"/tables/{made.pk}", {"do": "fill"})
    assert Seat.objects.filter(game=made, player__kind="house").count() == 3


def test_a_guest_leaves_and_is_no_host() -> None:
    ada, bob = players(2)
    made, guest = table(ada), browser_of(bob)
    guest.post(f"/tables/{made.pk}/join")
    assert guest.post(f"/tables/{made.pk}", {"do": "start"}).status_code == 403
    guest.post(f"/tables/{made.pk}", {"do": "leave"})
    assert not Seat.objects.filter(game=made, player=bob).exists()


def test_nothing_happens_on_get_nor_from_other_sites() -> None:
    ada, bob = players(2)
    made, strict = table(ada), Client(enforce_csrf_checks=True)
    strict.force_login(bob)
    for path in (f"/tables/{made.pk}/join", f"/tables/{made.pk}/decline"):
        assert strict.get(path).status_code == 405
        assert strict.post(path).status_code == 403
    assert strict.post("/tables/new", PLAIN).status_code == 403
    assert Game.objects.count() == 1


def test_the_waiting_room_tells_what_has_changed_and_goes_to_the_game_by_itself() -> None:
    ada, bob = players(2)
    game = table(ada, 3)
    room, here = browser_of(ada), f"/tables/{game.pk}"

    def news() -> str:
        """Return the address that the page polls."""
        return here + str(re.findall(r'hx-get="([^"]+)"', room.get(here).content.decode())[0])

    before = news()
    assert room.get(before, headers={"HX-Request": "true"}).status_code == 204
    lobby.join_game(player=bob, game_id=game.pk, now=timezone.now())
    assert bob.name in room.get(before, headers={"HX-Request": "true"}).content.decode()
    before = news()
    lobby.start_game(host=ada, game_id=game.pk, stand_ins=False, now=timezone.now())
    assert room.get(before, headers={"HX-Request": "true"})["HX-Redirect"] == f"/games/{game.pk}"
    assert room.get(before)["Location"] == f"/games/{game.pk}"

"""The pages of a replay, read without JavaScript: steps, visibility for each viewer, and previews of an address."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from time_machine import travel

import engine
from games.models import Game
from games.people.privacy import erase_player
from games.table import store
from games.web import colors
from tests.api.people import player
from tests.games.stories import NOON, chosen, holder, players, post, prompts, started
from tests.games.worlds import deal
from tests.replay.games import HOUR, ended, opened, taken_back, under_way
from tests.replay.test_scoring_told import scored
from tests.web.paper import Visitor
from tests.web.seat_links import begun
from tests.web.seat_links import opened as opened_by_link

pytestmark = pytest.mark.django_db


def replay(visitor: Visitor, entry: int | str) -> str:
    """Return the text of the page of an entry."""
    return visitor.open(f"{visitor.path}/replay/{entry}").text


def test_a_game_is_looked_at_step_by_step_and_turn_by_turn() -> None:
    game = under_way()
    visitor = Visitor(None, game.pk)
    assert f"{game.head} of {game.head}" in replay(visitor, game.head)
    visitor.follow("‹ Step")
    assert f"{game.head - 1} of {game.head}" in visitor.page.text
    visitor.follow("Step on ›")
    visitor.follow("« Turn")
    assert visitor.address != f"{visitor.path}/replay/{game.head}"
    visitor.follow("Start")
    assert "The game began" in visitor.page.text
    assert not [words for _, words in visitor.page.links if words.startswith("‹ Step")]


def test_it_begins_at_the_beginning_once_the_game_is_over() -> None:
    game = under_way()
    where = Client().get(f"/games/{game.pk}/replay")["Location"]
    assert where.endswith(f"/replay/{game.head}")
    assert Client().get(f"/games/{ended(game).pk}/replay")["Location"].endswith("/replay/1")


def test_a_seat_sees_its_own_hand_as_it_was_then_and_nobody_elses() -> None:
    game = chosen(started(players(2)))
    seat = prompts(game)[0]["seat"]
    before = engine.own(store.view_for(store.read(game.pk), seat))
    post(game, seat, "draw deck", "draw deck")
    head = store.read(game.pk).head
    own = Visitor(holder(game, seat), game.pk)
    assert f"{holder(game, seat).name} held" in replay(own, head)
    assert f"{holder(game, 1 - seat).name} held" not in own.page.text
    for entry, count in ((head - 2, 4), (head, 6)):
        replay(own, entry)
        chips = re.findall(r'class="chip card-\w+">.*?<b>(\d+)</b>', own.answer.content.decode())
        assert sum(map(int, chips)) == count
    assert sum(before["hand"].values()) == 4
    assert "held" not in replay(Visitor(None, game.pk), head)


def test_a_link_to_a_seat_shows_what_that_seat_saw() -> None:
    game = begun()
    visitor = opened_by_link(game)
    assert f"{holder(game, 0).name} held" in replay(visitor, game.head)


@travel(NOON + HOUR, tick=False)
def test_an_ended_game_shows_all_hands_once_its_secrets_are_open() -> None:
    game = ended(under_way())
    visitor = Visitor(None, game.pk)
    assert " held" not in replay(visitor, game.head)
    assert "Hands and all else that is secret open on" in visitor.page.text
    assert visitor.http.get(f"{visitor.path}/export.json").status_code == 404
    Game.objects.filter(pk=game.pk).update(secrets_open_at=timezone.now() - timedelta(seconds=1))
    text = replay(visitor, 8)
    assert [f"{holder(game, seat).name} held" in text for seat in range(3)] == [True] * 3
    assert visitor.http.get(f"{visitor.path}/export.json").json()["format"] == "night-mail-game-1"


OPEN_NOW = "Open them now"


class TestOpeningTheSecretsEarly:
    @pytest.fixture(autouse=True)
    def _an_hour_later(self) -> Iterator[None]:
        with travel(NOON + HOUR, tick=False):
            yield

    def test_the_players_agree_by_a_button_and_then_all_hands_are_open(self) -> None:
        game = ended(under_way(seats=2))
        first, second = (Visitor(holder(game, seat), game.pk) for seat in range(2))
        assert "Agreed:" not in replay(first, 3)
        first.press(OPEN_NOW)
        assert first.address == f"{first.path}/replay/3#check"
        assert f"Agreed: you. Still asked: {holder(game, 1).name}." in first.page.text
        assert not any(OPEN_NOW in button for form in first.page.forms for *_, button in form.buttons)
        assert f"Agreed: {holder(game, 0).name}. Still asked: you." in replay(second, 3)
        second.press(OPEN_NOW)
        assert f"{holder(game, 0).name} held" in second.page.text
        assert "Everything about this game is open" in second.page.text

    def test_a_page_in_the_browser_is_no_longer_the_newest_once_somebody_agrees(self) -> None:
        game = ended(under_way(seats=2))
        reader = Visitor(holder(game, 0), game.pk)
        replay(reader, 3)
        replay(reader, 3)
        tag = reader.answer["ETag"]
        other = Visitor(holder(game, 1), game.pk)
        replay(other, 3)
        other.press(OPEN_NOW)
        again = reader.open(f"{reader.path}/replay/3", **{"If-None-Match": tag})
        assert f"Agreed: {holder(game, 1).name}. Still asked: you." in again.text

    def test_who_has_agreed_takes_no_statement_of_its_own(self) -> None:
        game = ended(under_way(seats=5))
        reader = Visitor(holder(game, 0), game.pk)
        replay(reader, 3)
        with CaptureQueriesContext(connection) as statements:
            replay(reader, 4)
        assert [one["sql"] for one in statements if one["sql"].startswith('SELECT "games_seat"')] == []

    def test_a_double_click_does_no_harm(self) -> None:
        game = ended(under_way(seats=2))
        reader = Visitor(holder(game, 0), game.pk)
        replay(reader, 3)
        form = reader.form(OPEN_NOW)
        for _ in range(2):
            reader.send(form, form.filled())
            assert "Agreed: you." in reader.page.text
        assert Game.objects.get(pk=game.pk).secrets_open_at == game.secrets_open_at

    def test_it_takes_a_seat_an_ended_game_and_the_forms_token(self) -> None:
        game = under_way(seats=2)
        own, anyone = Visitor(holder(game, 0), game.pk), Visitor(None, game.pk)
        assert OPEN_NOW not in replay(own, 3)
        token = own.http.cookies["csrftoken"].value
        answer = own.http.post(f"{own.path}/open-secrets", {"csrfmiddlewaretoken": token})
        assert answer.status_code == 409
        ended(game)
        text = replay(anyone, 3)
        assert OPEN_NOW not in text
        assert "or as soon as all players agree" in text
        assert own.http.post(f"{own.path}/open-secrets").status_code == 403
        stranger = Client()
        stranger.force_login(player("Stranger"))
        assert stranger.post(f"{own.path}/open-secrets").status_code == 404
        assert not game.seats.filter(agrees_to_open=True).exists()

    def test_the_link_to_a_seat_is_not_for_it(self) -> None:
        game = ended(begun())
        visitor = opened_by_link(game)
        assert OPEN_NOW not in replay(visitor, game.head)

    def test_where_a_player_is_gone_for_good_nothing_is_promised(self) -> None:
        game = ended(under_way(seats=2))
        erase_player(player=holder(game, 1), now=NOON + HOUR)
        text = replay(Visitor(holder(game, 0), game.pk), 3)
        assert "that is secret open on" in text
        assert "all players agree" not in text
        assert OPEN_NOW not in text


def test_what_was_taken_back_is_told_as_such_and_shown_as_it_was() -> None:
    game = chosen(started(players(2)))
    seat, as_of = prompts(game)[0]["seat"], store.read(game.pk).head
    deal(game, seat, purple=4)
    post(game, seat, "claim denver-omaha purple 4")
    ruling = taken_back(game, as_of)
    visitor = Visitor(None, game.pk)
    assert "This was taken back later." in replay(visitor, as_of + 1)
    assert "claimed Denver – Omaha" in visitor.page.text
    assert f'id="r-denver-omaha" class="claimed seat-{seat + 1} last-move"' in visitor.answer.content.decode()
    visitor.follow(f"See entry {ruling.entry}")
    assert f"The table is again as after entry {as_of}." in visitor.page.text
    assert 'id="r-denver-omaha" class="open"' in visitor.answer.content.decode()


def test_there_is_nothing_for_anyone_who_may_not_know_of_the_game_and_beyond_the_log() -> None:
    game = under_way(public=False)
    stranger = Client()
    stranger.force_login(player("Stranger"))
    for path in ("replay", "replay/1", "replay/1.png", "film", "film.gif", "export.json"):
        assert [each.get(f"/games/{game.pk}/{path}").status_code for each in (Client(), stranger)] == [404, 404], path
    own = Client()
    own.force_login(holder(game, 0))
    assert own.get(f"/games/{game.pk}/replay/1").status_code == 200
    assert own.get(f"/games/{game.pk}/replay/1.png").status_code == 404, "its address is no use to others"
    for entry in ("0", str(game.head + 1), "99999999999999999999"):
        assert own.get(f"/games/{game.pk}/replay/{entry}").status_code == 404, entry
    assert own.get(f"/games/{game.pk}/film").status_code == 404, "it goes on"
    assert own.post(f"/games/{game.pk}/replay/1").status_code == 405


@travel(NOON, tick=False)
def test_a_page_that_has_not_changed_is_not_sent_again() -> None:
    game = under_way()
    reader = Client()
    reader.force_login(holder(game, 0))
    reader.get(f"/games/{game.pk}/replay/5")  # which sets the cookie that forms need
    page = reader.get(f"/games/{game.pk}/replay/5")
    assert page["Cache-Control"] == "private, no-cache"
    again = reader.get(f"/games/{game.pk}/replay/5", headers={"If-None-Match": page["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = Client()
    other.force_login(holder(game, 1))
    assert other.get(f"/games/{game.pk}/replay/5", headers={"If-None-Match": page["ETag"]}).status_code == 200
    taken_back(game, game.head - 2)
    assert reader.get(f"/games/{game.pk}/replay/5", headers={"If-None-Match": page["ETag"]}).status_code == 200


def test_a_page_asks_no_more_of_a_long_game(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    game = under_way(moves=40)
    for entry in (5, game.head):
        with django_assert_max_num_queries(8):
            Client().get(f"/games/{game.pk}/replay/{entry}")


def meta(page: str) -> dict[str, str]:
    """Return the page's metadata for programs that preview its address."""
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_the_address_of_an_entry_can_be_shared() -> None:
    game = chosen(started(players(2), name="Slow coast"))
    seat = prompts(game)[0]["seat"]
    post(game, seat, "draw deck", "draw deck")
    head, name = store.read(game.pk).head, holder(game, seat).name
    reader = Client()
    reader.force_login(holder(game, seat))
    for visitor in (Client(), reader):
        told = meta(visitor.get(f"/games/{game.pk}/replay/{head}").content.decode())
        assert told["title"] == f"Slow coast, entry {head} of {head}"
        assert told["description"] == f"{name} drew from the deck.", "as an onlooker knows it, whoever asks"
        assert told["url"] == f"https://night-mail.example/games/{game.pk}/replay/{head}"
        assert told["image"] == f"https://night-mail.example/games/{game.pk}/replay/{head}.png"


def test_a_private_game_is_shared_with_nobody() -> None:
    game = under_way(public=False)
    reader = Client()
    reader.force_login(holder(game, 0))
    assert meta(reader.get(f"/games/{game.pk}/replay/3").content.decode()) == {}


def test_erased_players_leave_no_name() -> None:
    game = opened(under_way())
    gone = holder(game, 0)
    name = gone.name
    erase_player(player=gone, now=NOON)
    page = Client().get(f"/games/{game.pk}/replay/9").content.decode()
    assert name not in page
    assert "Seat 1 (former player) held" in page


def test_the_last_entry_of_a_game_that_has_not_begun_is_none() -> None:
    game = started(players(2)[:1], seats=2)
    assert Client().get(f"/games/{game.pk}/replay").status_code == 404


@pytest.mark.parametrize(("shut", "turned"), [(True, "section game-turned"), (False, "game-held")])
def test_an_upright_tablet_has_a_place_for_each_part_of_the_page(shut: bool, turned: str) -> None:
    """A part without one lies before the board and its steps, in the first cell that is free."""
    game = scored()
    Game.objects.filter(pk=game.pk).update(secrets_open_at=timezone.now() + (HOUR if shut else -HOUR))
    page = Client().get(f"/games/{game.pk}/replay/{game.head}").content.decode()
    left = page.partition('<div class="game-left">')[2].partition('<div class="game-right">')[0]
    parts = set(re.findall(r'^<(?:div|section) class="([^"]*)"', left, re.MULTILINE))
    sheets = "".join((colors.FILE.parent / name).read_text() for name in ("table.css", "replay.css"))
    rules = "".join(re.findall(r"\(max-width: 62\.5rem\) and \(orientation: portrait\) \{(.*?)\n\}", sheets, re.DOTALL))
    assert {"game-board", turned, "section game-plot"} <= parts
    assert all(re.search(rf"\.{part.split()[-1]} \{{ grid-area", rules) for part in parts if "game-" in part), parts

"""Staff's view of games in the admin, which is read-only."""

import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from games.lobby import departures, lobby
from games.models import Entry, Game, Heartbeat, Invitation, Outage, Player, Seat, Turn
from games.table.clocks.terms import Terms
from games.table.play import deadlines
from tests.games.admins import at_the_desk
from tests.games.stories import DAY, NOON, chosen, legal, play_on, players, post, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

LIST = "/admin/games/game/"
HOUR = timedelta(hours=1)


def staff(*permissions: str) -> Client:
    """Return a browser of staff with these permissions; without any, of staff with all permissions."""
    if not permissions:
        return at_the_desk(Player.objects.create_superuser("boss@mail.example", "Boss"))
    reader = Player.objects.create_user("reader@mail.example", "Reader", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return at_the_desk(reader)


def page_of(game: Game) -> str:
    return f"{LIST}{game.pk}/change/"


def quarantined(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(quarantined_until=NOON + HOUR, quarantine_error="KeyError at decide:7")
    game.refresh_from_db()
    return game


@pytest.fixture
def game() -> Game:
    game = chosen(started(players(3), name="The Old Line"))
    play_on(game, 12)
    return Game.objects.get(pk=game.pk)


# The list -------------------------------------------------------------------------------------------------------


def test_the_list_tells_whose_turn_it_is_and_until_when(game: Game) -> None:
    with travel(NOON + 2 * HOUR, tick=False):
        page = staff().get(LIST).content.decode()
    turn = Turn.objects.get(game=game, closed_at=None)
    assert f'>Player {turn.seat}<br><span class="quiet" title="2026-03-02 12:00 UTC">for 2\xa0hours</span>' in unlinked(
        page
    )
    assert '2026-03-03 12:00 UTC</span><br><span class="quiet">in 22\xa0hours</span>' in page
    assert "The Old Line" in page
    assert "3/3" in page


def unlinked(page: str) -> str:
    """Return the page without its links, since names are links everywhere."""
    return re.sub(r"</?a\b[^>]*>", "", page)


def test_the_list_names_all_that_choose_at_once() -> None:
    started(players(3))
    page = staff().get(LIST).content.decode()
    assert ">Player 0, Player 1, Player 2<br>" in unlinked(page)


@pytest.mark.parametrize("sought", ["{0.pk}", "old line", "player 1", "PLAYER 0"])
def test_games_are_found_by_id_name_and_player(game: Game, sought: str) -> None:
    started(players(2, "Other"), name="Elsewhere")
    page = staff().get(LIST, {"q": sought.format(game)})
    assert [each.pk for each in page.context["cl"].result_list] == [game.pk]


def test_games_are_filtered(game: Game) -> None:
    other = started(players(2, "Other"), time_per_move=14 * DAY)
    quarantined(other)
    lobby.create_game(host=players(1, "Host")[0], wishes=lobby.Wishes("usa@1", 2, DAY), now=NOON)
    browser = staff()

    def games_listed(**asked: str) -> list[str]:
        return [each.pk for each in browser.get(LIST, asked).context["cl"].result_list]

    with travel(NOON + 2 * DAY, tick=False):
        assert games_listed(overdue="yes") == [game.pk]
        assert game.pk not in games_listed(overdue="no")
    assert games_listed(quarantined="yes") == [other.pk]
    assert len(games_listed(quarantined="no")) == 2
    assert len(games_listed(status__exact="open")) == 1
    assert len(games_listed(ruleset="usa@1")) == 3


def test_the_list_asks_no_more_questions_for_more_games(game: Game) -> None:
    browser = staff()

    def questions() -> int:
        browser.get(LIST)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert browser.get(LIST).status_code == 200
        return len(asked)

    before = questions()
    for number in range(4):
        quarantined(started(players(2 + number, f"More{number}")))
    assert questions() == before


# A game's page --------------------------------------------------------------------------------------------------


def test_a_game_has_a_page_for_reading(game: Game) -> None:
    with travel(NOON + HOUR, tick=False):
        page = staff().get(page_of(game)).content.decode()
    for words in (
        "The Old Line",
        "Face-up cards",
        "Ticket deck",
        "Undelivered emails",
        "usa@1",
        game.chain,
        "in 23\xa0hours",
    ):
        assert words in page
    assert "claimed" in page
    assert "Player 0 (2), Player 1 (2), Player 2 (2)" in page
    assert '<input type="submit"' not in page


def test_the_page_shows_markers_and_alvin() -> None:
    west = chosen(started(players(2), ruleset="old_west@1", options={"alvin": True}))
    page = staff().get(page_of(west)).content.decode()
    for words in ("Old West", "with Alvin", "City markers", "Albuquerque (start)", "In Roswell, not caught yet"):
        assert words in page


def test_the_page_shows_rail_yards_and_never_adds_up_a_stack() -> None:
    yards = chosen(started(players(2), ruleset="card_game@1", options={"open_stack": True}))
    move = next(move for move in legal(yards, 0) if move.startswith("place"))
    post(yards, 0, move)
    post(yards, 1, "draw deck", "draw deck")
    post(yards, 0, "draw deck", "draw deck")
    page = staff().get(page_of(yards)).content.decode()
    for words in ("Card Game", "Rail yards", "New York (15)", "on track", "from the rail yard to the track"):
        assert words in page
    assert "Your cards on the track" not in page


def test_the_page_of_a_game_that_has_not_begun() -> None:
    waiting = lobby.create_game(host=players(1)[0], wishes=lobby.Wishes("usa@1", 4, DAY), now=NOON)
    page = staff().get(page_of(waiting)).content.decode()
    assert "The game has not begun." in page
    assert "Seats: 1 of 4" in page


def test_the_page_of_a_game_that_is_over() -> None:
    over = chosen(started(players(2)))
    play_on(over, 2000)
    page = staff().get(page_of(over)).content.decode()
    assert "The game is over." in page
    for seat in Seat.objects.filter(game=over):
        assert f'<td class="nm-number">{seat.points}</td>' in page


def test_the_page_tells_of_timeouts_and_outages(game: Game) -> None:
    turn = Turn.objects.get(game=game, closed_at=None)
    assert deadlines.expire_turn(turn_id=turn.pk, now=NOON + DAY)
    Outage.objects.create(started_at=NOON + DAY, ended_at=NOON + DAY + 3 * HOUR)
    with travel(NOON + 2 * DAY, tick=False):
        page = staff().get(page_of(game)).content.decode()
    assert f"Player {turn.seat} ran out of time, so this was played:" in page
    assert "with outages: 2026-03-04 15:00 UTC, in 3\xa0hours" in page


def test_grace_is_no_outage() -> None:
    game = chosen(started(players(2), clock=Terms(time_per_move=DAY, grace=4 * HOUR)))
    with travel(NOON + HOUR, tick=False):
        page = staff().get(page_of(game)).content.decode()
    assert "2026-03-03 12:00 UTC" in page
    assert "with outages" not in page


def test_a_game_whose_position_cannot_be_made_can_be_looked_at(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    browser = staff()
    page = browser.get(page_of(game)).content.decode()
    assert "The log cannot be read (BoardChanged)" in page
    Game.objects.filter(pk=game.pk).update(ruleset="gone@1")
    page = browser.get(page_of(game)).content.decode()
    assert "The log cannot be read (UnknownRuleset)" in page
    for answer in (
        browser.get(f"{LIST}{game.pk}/rule/extended/?hours=4"),
        browser.post(f"{LIST}{game.pk}/secrets/", {"reason": "To see what is wrong."}),
    ):
        assert answer.status_code == 409


def test_the_page_asks_no_more_questions_for_more_entries(game: Game) -> None:
    browser = staff()

    def questions() -> int:
        browser.get(page_of(game))
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(page_of(game)).status_code == 200
        return len(asked)

    before = questions()
    play_on(game, 60)
    assert questions() == before


# The log --------------------------------------------------------------------------------------------------------


def test_the_log_comes_in_pages_with_the_newest_first(game: Game) -> None:
    play_on(game, 60)
    browser = staff()
    head = Game.objects.get(pk=game.pk).head
    first, last = (browser.get(f"{LIST}{game.pk}/log/", {"p": p}).context["lines"] for p in ("1", "2"))
    assert [line.number for line in [*first, *last]] == list(range(head, 0, -1))
    assert len(first) == 50
    assert browser.get(f"{LIST}{game.pk}/log/", {"p": "nonsense"}).context["lines"] == first


def test_the_log_can_be_read_but_not_changed(game: Game) -> None:
    assert Entry not in admin.site._registry
    browser = staff()
    assert browser.get("/admin/games/entry/").status_code == 404
    before = Game.objects.values().get(pk=game.pk), list(Entry.objects.values())
    browser.post(f"{LIST}{game.pk}/log/", {"p": "1", "delete": "yes"})
    browser.post(page_of(game), {"name": "Changed", "_save": "Save"})
    assert (Game.objects.values().get(pk=game.pk), list(Entry.objects.values())) == before


# Quarantine -----------------------------------------------------------------------------------------------------


def test_quarantined_games_are_seen_at_a_glance(game: Game) -> None:
    browser = staff()
    assert "quarantined." not in browser.get("/admin/").content.decode()
    quarantined(game)
    for address in ("/admin/", LIST):
        assert "1 game raised an error and is quarantined." in browser.get(address).content.decode()
    page = browser.get(page_of(game)).content.decode()
    assert "KeyError at decide:7" in page
    assert "Try again now" in page


def test_a_game_can_be_tried_again(game: Game) -> None:
    browser = staff()
    quarantined(game)
    page = browser.post(f"{LIST}{game.pk}/release/", follow=True).content.decode()
    assert "1 game will be tried again." in page
    game.refresh_from_db()
    assert (game.quarantined_until, game.quarantine_error) == (None, "")
    assert "Released from quarantine." in browser.get(f"{LIST}{game.pk}/history/").content.decode()
    assert browser.get(f"{LIST}{game.pk}/release/").status_code == 405


def test_several_games_can_be_tried_again(game: Game) -> None:
    other = quarantined(started(players(2, "Other")))
    chosen_ones = {"action": "release", "_selected_action": [game.pk, other.pk]}
    assert "1 game will be tried again." in staff().post(LIST, chosen_ones, follow=True).content.decode()
    assert not Game.objects.filter(quarantined_until__isnull=False).exists()


# Who may --------------------------------------------------------------------------------------------------------


def test_reading_takes_the_permission_to_view(game: Game) -> None:
    quarantined(game)
    nobody = staff("view_seat")
    for address in (LIST, page_of(game), f"{LIST}{game.pk}/log/"):
        assert nobody.get(address).status_code == 403
    assert "quarantined." not in nobody.get("/admin/").content.decode()
    assert Client().get(page_of(game)).status_code == 302


def test_anyone_who_may_view_games_needs_more_for_the_log_and_to_try_again(game: Game) -> None:
    quarantined(game)
    reader = staff("view_game")
    page = reader.get(page_of(game)).content.decode()
    assert "Try again now" not in page
    assert "what happened" not in page
    assert reader.get(f"{LIST}{game.pk}/log/").status_code == 403
    assert reader.post(f"{LIST}{game.pk}/release/").status_code == 403
    reader.post(LIST, {"action": "release", "_selected_action": [game.pk]})
    assert Game.objects.filter(quarantined_until__isnull=False).exists()


def test_there_is_no_page_for_a_game_that_is_not() -> None:
    browser = staff()
    for address in (f"{LIST}nonsense/change/", f"{LIST}nonsense/log/"):
        assert browser.get(address).status_code == 404


@pytest.mark.parametrize("model", at_length([Game, Seat, Turn, Invitation, Outage, Heartbeat], at_once=[Game, Seat]))
def test_history_is_only_read(game: Game, model: type) -> None:
    host = players(1, "Host")[0]
    opened = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 2, DAY), now=NOON)
    lobby.invite(host=host, game_id=opened.pk, names=["Player 0"], now=NOON)
    departures.resign(player=Player.objects.get(name="Player 1"), game_id=game.pk, now=NOON)
    Outage.objects.create(started_at=NOON, ended_at=NOON + HOUR)
    Heartbeat.objects.create(source="web", at=NOON)
    name = model.__name__.lower()
    browser = staff()
    assert browser.get(f"/admin/games/{name}/").status_code == 200
    assert browser.get(f"/admin/games/{name}/add/").status_code == 403
    row = apps.get_model("games", name).objects.first()
    assert browser.get(f"/admin/games/{name}/{row.pk}/change/").status_code == 200
    assert browser.get(f"/admin/games/{name}/{row.pk}/delete/").status_code == 403
    actions = admin.site._registry[model].get_actions(browser.get("/admin/").wsgi_request)
    assert set(actions) <= {"release", "in_bulk"}

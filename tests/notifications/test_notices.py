"""What has happened while a player was away: listed, counted in the header, read on every device."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.lobby import lobby
from games.models import Block, Game, Player
from games.people import relations
from games.table.rulings import pauses
from games.templatetags.web_frame import HeaderLink
from notifications import noticeboard
from notifications.lists import Mode, Stream
from notifications.models import NoticesRead, Notification
from notifications.policy import kinds, preferences
from notifications.receivers.accounts import on_header_links_wanted
from tests.agreements.table import agreed, pause
from tests.games.sitting import handed_over, offer, take
from tests.games.stories import DAY, chosen, holder, players, post, prompts, started
from tests.notifications.api import client
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
NOTICES = "/api/v1/me/notices"
UNTOLD = {"reminder", "email_answered", "game_shown", "email_doubted"}


@pytest.fixture
def game() -> Game:
    """Return a game of two that has just ended."""
    game = chosen(started(players(2), now=timezone.now()), now=timezone.now())
    post(game, prompts(game)[0]["seat"], "draw deck", "draw deck", now=timezone.now())
    return game


def kinds_of(player: Player) -> list[str]:
    return [row["kind"] for row in client(player).get(NOTICES).json()["results"]]


def header_link(player: Player) -> HeaderLink | None:
    return on_header_links_wanted(player)


def test_every_reason_for_an_email_is_told_but_answers_and_reminders() -> None:
    assert noticeboard.SENTENCES.keys() == kinds.KINDS.keys() - UNTOLD


def test_a_turn_is_listed_until_it_is_played(game: Game) -> None:
    seat = prompts(game)[0]["seat"]
    waiting, other = holder(game, seat), holder(game, 1 - seat)
    assert "your_turn" in kinds_of(waiting)
    assert "your_turn" not in kinds_of(other)
    post(game, seat, "draw deck", "draw deck", now=timezone.now())
    assert "your_turn" not in kinds_of(waiting)
    assert "your_turn" in kinds_of(other)


def test_news_are_counted_until_they_are_read_on_any_device(game: Game) -> None:
    ada = holder(game, 0)
    browser = browser_of(ada)
    browser.head("/notices")
    assert 'href="/notices"' in text_of(browser, "/header"), "nobody has seen the page"
    assert "The game has begun." in text_of(browser_of(ada), "/notices")
    assert 'href="/notices"' not in text_of(browser, "/header")
    assert all(row["read"] for row in client(ada).get(NOTICES).json()["results"])
    assert '<span class="tag">new</span>' not in text_of(browser, "/notices")


def test_turns_are_not_counted_twice(game: Game) -> None:
    """The link to the games counts them."""
    waiting = holder(game, prompts(game)[0]["seat"])
    link = header_link(waiting)
    assert link is not None
    assert link.count == kinds_of(waiting).count("game_started") == 1


def test_a_program_reads_as_far_as_it_says(game: Game) -> None:
    ada = holder(game, prompts(game)[0]["seat"])
    last, *_, first = client(ada).get(NOTICES).json()["results"]
    read = client(ada).post(f"{NOTICES}/read", {"until": last["id"]}, format="json")
    assert read.status_code == 204
    assert all(row["read"] for row in client(ada).get(NOTICES).json()["results"])
    client(ada).post(f"{NOTICES}/read", {"until": first["id"]}, format="json")
    assert all(row["read"] for row in client(ada).get(NOTICES).json()["results"]), "nothing becomes unread again"
    assert client(ada).post(f"{NOTICES}/read", {"until": "x"}, format="json").status_code == 400


def test_what_is_to_come_is_not_marked(game: Game) -> None:
    ada = holder(game, 0)
    client(ada).post(f"{NOTICES}/read", {"until": "9" * 18}, format="json")
    assert NoticesRead.objects.get(player=ada).last <= Notification.objects.order_by("-pk")[0].pk


def test_pages_of_the_list_follow_each_other(game: Game) -> None:
    ada = holder(game, prompts(game)[0]["seat"])
    every = client(ada).get(NOTICES).json()["results"]
    page = client(ada).get(f"{NOTICES}?limit=1").json()
    assert page["results"] == every[:1]
    assert client(ada).get(page["next"]).json()["results"] == every[1:2]


def test_an_email_that_was_not_wanted_is_listed_all_the_same(game: Game) -> None:
    ada = holder(game, 0)
    preferences.put(ada, dict.fromkeys(Stream, Mode.OFF), now=timezone.now())
    Notification.objects.filter(player=ada).update(state=Notification.State.UNWANTED)
    assert "game_started" in kinds_of(ada)


def test_an_invitation_is_listed_while_it_can_be_answered_and_never_from_somebody_blocked() -> None:
    host, ada, bob, eve = players(4)
    wishes = lobby.Wishes("usa@1", 4, DAY, access="invitation")
    table = lobby.create_game(host=host, wishes=wishes, now=timezone.now())
    lobby.invite(host=host, game_id=table.pk, names=[ada.name, bob.name, eve.name], now=timezone.now())
    relations.add(Block, player=bob, other_id=host.pk, now=timezone.now())
    assert [kinds_of(player) for player in (ada, bob, eve)] == [["invitation"], [], ["invitation"]]
    assert header_link(bob) is None
    browser_of(eve).post(f"/tables/{table.pk}/decline")
    assert kinds_of(eve) == []
    assert "invited" in text_of(browser_of(ada), "/notices")


def test_whoever_has_lost_a_private_table_is_told_neither_its_name_nor_who_sits_there() -> None:
    now = timezone.now()
    game = chosen(started(players(3), now=now, public=False), now=now)
    away, ann = handed_over(game, 0), players(1, "Ann")[0]
    assert f'href="/games/{game.pk}"' in text_of(browser_of(away), "/notices"), "and may still come back"
    offer(game, ann, now=now)
    take(game, ann, now=now)
    Game.objects.filter(pk=game.pk).update(name="")
    page = text_of(browser_of(away), "/notices")
    assert "A stand-in holds your seat, as you asked." in page
    assert "Ticket to Ride" in page
    assert ann.name not in page
    assert f'href="/games/{game.pk}"' not in page


def test_what_happens_while_the_page_is_made_stays_new(game: Game) -> None:
    ada = holder(game, 0)
    news = [Notification(player=ada, game=game, kind=kinds.GAME_OVER.name, created_at=timezone.now())]

    def add(execute: Any, sql: str, *rest: Any) -> Any:
        result = execute(sql, *rest)
        if "notifications_noticesread" in sql and news:
            news.pop().save()
        return result

    browser = browser_of(ada)
    with connection.execute_wrapper(add):
        assert "The game is over." not in text_of(browser, "/notices")
    assert 'href="/notices"' in text_of(browser, "/header")


def test_old_notices_are_gone(game: Game) -> None:
    ada = holder(game, 0)
    Notification.objects.filter(player=ada).update(created_at=timezone.now() - noticeboard.KEPT)
    assert kinds_of(ada) == []
    assert header_link(ada) is None


def test_strangers_are_asked_to_sign_in() -> None:
    assert Client().get("/notices")["Location"].startswith("/accounts/login/")
    assert Client().get(NOTICES).status_code == 401


def test_a_list_without_anything_says_so() -> None:
    assert "Nothing has happened" in text_of(browser_of(players(1)[0]), "/notices")


def test_a_notice_of_a_pause_says_whether_it_began_or_ended(game: Game) -> None:
    ada, now = holder(game, 0), timezone.now()
    for seat in (0, 1):
        pause(holder(game, seat), game, now)
    pauses.resume(player=ada, game_id=game.pk, now=now)
    told = [noticeboard.tell(notice) for notice in noticeboard.list_notices(ada, now).filter(kind=kinds.PAUSE.name)]
    assert sorted(told) == ["The game is paused.", "The pause is over."]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"kind": "ended", "how": "adjudicated"}, "The table has decided something by agreement."),
        ({"kind": "extended", "hours": 48}, "The table has decided something by agreement."),
    ],
)
def test_a_notice_of_what_the_table_agreed_on_speaks_of_no_ruling(game: Game, asked: Any, told: str) -> None:
    agreed(game, 0, 1, now=timezone.now(), **asked)
    page = text_of(browser_of(holder(game, 1)), "/notices")
    assert told in page
    assert "ruling" not in page

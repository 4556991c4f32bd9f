"""The list of one's own games, and what waits in them."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import engine
from games.lobby import lobby, selectors
from games.models import Departure, Game, Invitation, Player, Seat
from games.table import store
from games.table.rulings import End, Remove, Replace
from games.web import left_games, news
from games.web.when import day_and_time, left
from notifications.streams import accounts
from notifications.streams.events import Form
from tests.agreements.table import pause
from tests.games.courts import rule
from tests.games.sitting import come_back, handed_over, resigned
from tests.games.stories import DAY, NOON, chosen, default, holder, players, post, prompts, started
from tests.streams.test_documented import OF_ACCOUNTS, OF_GAMES, documented
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SCRIPT = Path(__file__).parents[2] / "games" / "static" / "web" / "stream.js"


def test_the_most_urgent_game_comes_first() -> None:
    ada, bob = players(2)
    now = timezone.now()
    started([ada, bob], now=now, name="No hurry")
    started([ada, bob], now=now - DAY / 2, name="Hurry")

    page = text_of(browser_of(ada), "/games")

    assert page.index("Hurry</a>") < page.index("No hurry</a>")
    assert "choose first tickets" in page


def test_a_game_that_one_has_left_waits_for_nobody_and_says_why_it_is_listed() -> None:
    game = chosen(started(players(3), public=False), now=timezone.now())
    away, gone = handed_over(game, 0), resigned(game, 1)
    listed = {player: text_of(browser_of(player), "/games") for player in (away, gone)}
    assert "A stand-in plays for you. You can come back." in listed[away]
    assert "You have left this game." in listed[gone]
    for page in listed.values():
        assert f'href="/games/{game.pk}"' in page
        assert "email you" not in page
        assert "No games yet" not in page
        assert "<h2>Without you</h2>" in page


def test_nobody_whom_an_admin_has_removed_is_told_of_a_way_back() -> None:
    now = timezone.now()
    game = chosen(started(people := players(3), now=now, public=False), now=now)
    removed, replaced = holder(game, 0), handed_over(game, 1)
    come_back(game, replaced, now=now)
    rule(game, Remove(0), now=now)
    rule(game, Replace(1), now=now)
    listed = text_of(browser_of(removed), "/games")
    assert "An admin removed you from this game." in listed
    assert "An admin removed you from this game" in text_of(browser_of(removed), f"/games/{game.pk}")
    for player in people:
        assert "You can come back" not in text_of(browser_of(player), "/games")
    assert f"/games/{game.pk}" not in text_of(browser_of(replaced), "/games")
    assert browser_of(replaced).get(f"/games/{game.pk}").status_code == 404


def test_games_that_are_lost_hide_no_game_to_which_one_can_come_back() -> None:
    now = timezone.now()
    away, others = handed_over(chosen(started(players(3), now=now), now=now)), players(2, "Other")
    for _ in range(left_games.MOST):
        lost = started(others, now=now + HOUR)
        Departure.objects.create(game=lost, player=away, how=Departure.How.TAKEN_OVER, at=now)
    with CaptureQueriesContext(connection) as queries:
        assert "You can come back." in text_of(browser_of(away), "/games")
    logs = [query for query in queries if 'FROM "games_entry"' in query["sql"]]
    assert len(logs) == 1, "a log is folded once"


def test_who_had_a_stand_in_to_the_end_still_sees_how_it_ended() -> None:
    game = chosen(started(players(3), public=False), now=timezone.now())
    away = handed_over(game, 0)
    rule(game, End("adjudicated"), now=timezone.now())
    assert "Over: a stand-in played for you." in text_of(browser_of(away), "/games")
    assert 'class="results"' in text_of(browser_of(away), f"/games/{game.pk}")


def test_an_ended_game_that_one_has_resigned_is_listed_once() -> None:
    game = chosen(started(players(3), public=False), now=timezone.now())
    handed_over(game, 0)
    gone = resigned(game, 1)
    rule(game, End("adjudicated"), now=timezone.now())
    page = text_of(browser_of(gone), "/games")
    assert "<h2>Without you</h2>" not in page
    assert "You have left this game." not in page
    assert f'href="/games/{game.pk}"' in page


def test_the_header_counts_what_waits() -> None:
    ada, bob = players(2)
    started([ada, bob], now=timezone.now())
    assert 'class="count"' in text_of(browser_of(ada), "/settings")
    assert 'class="count"' not in text_of(browser_of(players(1, "Idle")[0]), "/settings")


def test_a_paused_game_waits_for_nobody() -> None:
    game = chosen(started(players(2)))
    asked = holder(game, prompts(game)[0]["seat"])
    for seat in (0, 1):
        pause(holder(game, seat), game, NOON)
    ((event,), _) = accounts.AccountSource(asked.pk).present()
    (listed,) = json.loads(event.written[Form.LINES])["data"]["games"]
    assert listed["waiting"] is None
    assert not selectors.games_waiting_for(asked)
    page = text_of(browser_of(asked), "/games")
    assert "No game waits for you" in page
    assert "All clocks stand still." in page
    assert 'class="count"' not in page


def test_a_proposal_that_waits_for_an_answer_is_the_headline() -> None:
    game = chosen(started(players(3)))
    proposer, other = (holder(game, seat) for seat in range(3) if seat != prompts(game)[0]["seat"])
    pause(proposer, game, NOON)
    page = text_of(browser_of(other), "/games")
    assert "A proposal waits for your answer" in page
    assert "No game waits for you" not in page
    assert "No game waits for you" in text_of(browser_of(proposer), "/games")


def test_an_invitation_that_waits_for_an_answer_is_the_headline() -> None:
    ada, bob = players(2)
    made = lobby.create_game(host=bob, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=timezone.now())
    lobby.invite(host=bob, game_id=made.pk, names=[ada.name], now=timezone.now())
    chosen(started([bob, ada], now=timezone.now(), order="fixed"), now=timezone.now())
    page = text_of(browser_of(ada), "/games")
    assert "An invitation waits for your answer" in page
    assert "No game waits for you" not in page


def test_the_list_names_what_it_shows_as_its_stream_does() -> None:
    """A page that opens its stream asks again if the games have gone on since it was made, and only then."""
    ada, bob = players(2)
    now = timezone.now()
    started([ada, bob], now=now)
    started([bob, ada], now=now)
    made = lobby.create_game(host=bob, wishes=lobby.Wishes("usa@1", 3, DAY, access="invitation"), now=now)
    lobby.invite(host=bob, game_id=made.pk, names=[ada.name], now=now)

    ((event,), _) = accounts.AccountSource(ada.pk).present()
    state = json.loads(event.written[Form.LINES])["data"]

    heads = [f"{game['game']}.{game['head']}" for game in state["games"]] + state["invitations"]
    page = text_of(browser_of(ada), "/games")
    assert f'data-heads="{" ".join(heads)}"' in page
    assert "<title>(2) Your games · Night Mail</title>" in page


def test_the_header_is_told_alone_to_its_reader() -> None:
    ada, bob = players(2)
    browser = browser_of(ada)
    assert 'class="count"' not in text_of(browser, "/header")
    started([ada, bob], now=timezone.now())
    assert re.findall(r"</span>(\d+)</span>", text_of(browser, "/header"))[:1] == ["1"]
    assert Client().get("/header").status_code == 403


def test_pages_hear_of_all_that_streams_tell() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    kinds = re.findall(r"\w+", script[script.index("KINDS =") + 7 : script.index("const root")])
    assert set(kinds) == {*documented(OF_ACCOUNTS), *documented(OF_GAMES)}


def test_what_the_others_did_since_their_own_move_is_told() -> None:
    ada, bob = players(2)
    now = timezone.now()
    game = started([ada, bob], now=now)
    state = store.load(store.read(game.pk)).state
    post(game, 1, engine.notation.write(state.rules, engine.default_move(state, 1)), now=now)

    told = news.lately({store.read(game.pk): 0}, {game.pk: list(game.seats.select_related("player"))})[game.pk]

    assert bob.name in told[-1]
    assert told[-1] in text_of(browser_of(ada), "/games")


def test_a_stranger_is_asked_to_sign_in() -> None:
    assert Client().get("/games")["Location"].startswith("/accounts/login/")


def test_an_invitation_is_accepted_or_declined_with_one_press() -> None:
    host, guest, other = players(3)
    made = lobby.create_game(
        host=host, wishes=lobby.Wishes("usa@1", 3, DAY, name="Come", access="invitation"), now=timezone.now()
    )
    lobby.invite(host=host, game_id=made.pk, names=[guest.name, other.name], now=timezone.now())
    assert "Come" in text_of(browser_of(guest), "/games")

    assert browser_of(guest).post(f"/tables/{made.pk}/join")["Location"] == f"/tables/{made.pk}"
    assert browser_of(other).post(f"/tables/{made.pk}/decline")["Location"] == "/games?did=decline"

    assert Seat.objects.filter(game=made, player=guest).exists()
    assert Invitation.objects.get(player=other).answered_at is not None
    assert "Come" not in text_of(browser_of(other), "/games")


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (timedelta(hours=4, minutes=48), "4 h 48 min"),
        (timedelta(hours=30), "1 d 6 h"),
        (timedelta(minutes=5), "0 h 5 min"),
        (-HOUR, "0 h 0 min"),
    ],
)
def test_time_left(after: timedelta, told: str) -> None:
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert str(left(now + after, now)) == told


@pytest.mark.parametrize(
    ("after", "told"),
    [(HOUR, "today 23:00"), (3 * HOUR, "tomorrow 01:00"), (3 * DAY, "Thu 22:00"), (20 * DAY, "22 Mar 22:00")],
)
def test_due_times_are_those_of_the_reader(after: timedelta, told: str) -> None:
    """In Sydney it is 10 p.m."""
    now = datetime(2026, 3, 2, 11, tzinfo=UTC)
    assert day_and_time(now + after, "Australia/Sydney", now) == told


def test_many_games_that_wait_are_read_in_as_many_queries_as_one() -> None:
    people, now = players(2), timezone.now()
    started(people, now=now)
    browser = browser_of(people[0])
    with CaptureQueriesContext(connection) as one:
        text_of(browser, "/games")
    for _ in range(3):
        started(people, now=now)
    with CaptureQueriesContext(connection) as four:
        text_of(browser, "/games")
    assert len(four) == len(one)


def test_a_game_without_a_name_is_called_the_same_on_every_page() -> None:
    ada, bob = players(2)
    game = started([ada, bob], now=timezone.now(), ruleset="old_west@1", options={"alvin": True})
    browser = browser_of(bob)
    for path in ("/games", f"/games/{game.pk}", f"/games/{game.pk}/log", f"/games/{game.pk}/talk", "/mail/"):
        assert "Old West (with Alvin), Player 0" in text_of(browser, path), path


def test_a_game_that_waits_for_several_players_names_none_of_them() -> None:
    game = started(players(3), now=timezone.now())
    post(game, 0, default(game, 0), now=timezone.now())
    page = text_of(browser_of(holder(game, 0)), "/games")
    assert "2 players to choose" in page
    assert "to play" not in page


def test_a_game_ended_on_the_reader_s_day() -> None:
    ada, bob = players(2)
    Player.objects.filter(pk=ada.pk).update(time_zone="Pacific/Auckland")
    game = chosen(started([ada, bob]))
    rule(game, End(how="void"))
    assert Game.objects.get(pk=game.pk).ended_at == NOON
    assert "3 Mar 2026" in text_of(browser_of(ada), "/games")
    assert "2 Mar 2026" in text_of(browser_of(bob), "/games")

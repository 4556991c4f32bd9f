"""The turn's email waits while a player has the table open, ten minutes at most, and goes if the turn is open then."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby import presence
from games.models import Game, Player
from notifications.lists import Mode, Stream
from notifications.outbox import queue
from notifications.policy import preferences, reminders
from tests.games.stories import DAY, NOON, chosen, holder, players, post, started
from tests.notifications.conftest import Carry
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def table(carry: Carry) -> tuple[Game, Player]:
    """Return a game in which the first player is to move, and that player."""
    game = chosen(started(players(2), time_per_move=DAY))
    carry(NOON)
    return game, holder(game, 1)


def moved(game: Game) -> None:
    post(game, 0, "draw deck", "draw deck")


class TestTheTurn:
    def test_it_comes_at_once_to_who_is_elsewhere(self, carry: Carry) -> None:
        game, _ = table(carry)
        moved(game)
        assert len(carry(NOON)) == 1

    def test_it_waits_ten_minutes_for_who_is_there(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note(game.pk, reader.pk, NOON - MINUTE)
        moved(game)
        for minute in range(10):
            assert carry(NOON + minute * MINUTE) == []
            presence.note(game.pk, reader.pk, NOON + minute * MINUTE)
        assert carry(NOON + 10 * MINUTE - SECOND) == []
        (mail,) = carry(NOON + 10 * MINUTE)
        assert mail.to == [reader.email]
        assert "Your turn" in mail.message["Subject"]

    def test_whoever_closes_the_page_gets_it_two_minutes_later(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note(game.pk, reader.pk, NOON - 10 * SECOND)
        moved(game)
        assert carry(NOON) == carry(NOON + 109 * SECOND) == []
        assert len(carry(NOON + 110 * SECOND)) == 1

    def test_nor_is_it_sent_once_the_turn_is_played(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note(game.pk, reader.pk, NOON)
        moved(game)
        assert carry(NOON) == []
        post(game, 1, "draw deck", "draw deck", now=NOON + MINUTE)
        assert [mail for mail in carry(NOON + 11 * MINUTE) if mail.to == [reader.email]] == []

    def test_still_being_there_does_not_put_it_off_again(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note(game.pk, reader.pk, NOON)
        moved(game)
        assert carry(NOON) == []
        presence.note(game.pk, reader.pk, NOON + 9 * MINUTE)
        assert len(carry(NOON + 10 * MINUTE)) == 1

    def test_anyone_who_left_three_minutes_ago_is_not_there(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note(game.pk, reader.pk, NOON - 3 * MINUTE)
        moved(game)
        assert len(carry(NOON)) == 1

    def test_another_table_is_not_this_one(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note("0k46ert163aw", reader.pk, NOON)
        presence.note(game.pk, holder(game, 0).pk, NOON)
        moved(game)
        assert len(carry(NOON)) == 1

    def test_a_cache_that_forgets_sends_it_at_once(self, carry: Carry) -> None:
        game, reader = table(carry)
        presence.note(game.pk, reader.pk, NOON)
        cache.clear()
        moved(game)
        assert len(carry(NOON)) == 1

    def test_the_next_hours_digest_is_late_enough(self, carry: Carry) -> None:
        game, reader = table(carry)
        preferences.put(reader, dict.fromkeys(Stream, Mode.HOURLY), now=NOON)
        presence.note(game.pk, reader.pk, NOON + MINUTE)
        post(game, 0, "draw deck", "draw deck", now=NOON + MINUTE)
        assert carry(NOON + 59 * MINUTE) == []
        assert len(carry(NOON + 60 * MINUTE)) == 1


class TestOtherEmails:
    def test_a_reminder_is_sent_when_it_is_due(self, carry: Carry) -> None:
        game, reader = table(carry)
        moved(game)
        carry(NOON)
        due = NOON + 20 * timedelta(hours=1)
        presence.note(game.pk, reader.pk, due)
        assert reminders.note_due(now=due) == 1
        assert [mail.to for mail in carry(due)] == [[reader.email]]

    def test_so_is_the_first_email_of_a_game(self, carry: Carry) -> None:
        game = started(players(2))
        for seat in (0, 1):
            presence.note(game.pk, holder(game, seat).pk, NOON)
        assert len(carry(NOON)) == 2


class TestLooking:
    """An open page, which polls, records that the player is there; nothing is recorded for anyone without a seat."""

    def test_an_open_page_is_noted_and_one_look_is_not(self) -> None:
        game = chosen(started(players(2)))
        reader, now = holder(game, 1), timezone.now()
        for path in ("", "/log"):
            browser_of(reader).get(f"/games/{game.pk}{path}")
        assert not presence.last_seen([(game.pk, reader.pk)])
        browser_of(reader).get(f"/games/{game.pk}/news")
        seen = presence.last_seen([(game.pk, reader.pk)])[game.pk, reader.pk]
        assert presence.is_open(seen, now)

    def test_a_304_is_noted_too_and_writes_no_row(self) -> None:
        game = chosen(started(players(2)))
        reader = holder(game, 1)
        browser, path = browser_of(reader), f"/games/{game.pk}/news"
        tag = browser.get(path)["ETag"]
        cache.clear()
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert browser.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert not [
            one["sql"] for one in asked if not one["sql"].startswith("SELECT") and "SELECT game.id" not in one["sql"]
        ]
        assert presence.last_seen([(game.pk, reader.pk)])

    def test_it_is_written_once_a_minute(self) -> None:
        place = "0k46ert163aw", "p1"
        presence.note(*place, NOON)
        presence.note(*place, NOON + 59 * SECOND)
        assert presence.last_seen([place])[place] == NOON
        presence.note(*place, NOON + MINUTE)
        assert presence.last_seen([place])[place] == NOON + MINUTE

    def test_of_strangers_nothing_is_kept(self) -> None:
        game = chosen(started(players(2)))
        guest = players(1, "Guest")[0]
        browser_of(guest).get(f"/games/{game.pk}")
        assert presence.last_seen([(game.pk, guest.pk)]) == {}
        assert queue.is_due(now=NOON)

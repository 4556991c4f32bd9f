"""However much a player writes, what a move brings and asks next is told at once; other answers may wait."""

import pytest

from games.models import Player
from notifications.inbox import pace
from notifications.models import InboundEmail
from notifications.policy import preferences
from tests.agreements.table import propose
from tests.games.stories import NOON, default, players, post, prompts, started
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, asked, played, reply
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
WAITS = "the next answers wait until Mon 2 Mar, 13:00 UTC, and come together. Only answers to your moves do not wait."


def test_the_last_answer_before_a_wait_says_so_and_a_move_is_answered_all_the_same(
    carry: Carry, provider_key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "MOST_AN_HOUR", 3)
    game, mail = asked(carry)
    for place, is_last in enumerate([False, False, True]):
        reply(mail, "status", provider_key, f"m{place}")
        (answer,) = answers(carry)
        assert (WAITS in in_a_line(answer)) is is_last
    reply(mail, "board", provider_key, "m3")
    assert answers(carry) == []
    reply(mail, "draw deck", provider_key, "m4")
    (answer,) = answers(carry)
    assert WAITS not in in_a_line(answer)
    assert "Draw your second card." in in_a_line(answer)
    reply(answer, "draw deck", provider_key, "m5")
    assert len(played(game)) == 2
    assert len(answers(carry)) == 1
    assert len([each for each in carry(NOON + pace.HOUR) if each.to == [OWN]]) == 1


def test_moves_do_not_count(carry: Carry, provider_key: SigningKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "MOST_AN_HOUR", 2)
    _, mail = asked(carry)
    row = reply(mail, "draw deck", provider_key)
    assert row.reason == pace.MOVED
    (answer,) = answers(carry)
    reply(answer, "draw deck", provider_key, "m2")
    carry(NOON)
    reply(answer, "status", provider_key, "m3")
    (answer,) = answers(carry)
    assert WAITS not in in_a_line(answer)


def test_who_wants_few_answers_is_still_asked_what_an_own_move_opens(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2), ruleset="old_west@1")
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    post(game, 1, "start las_vegas")
    preferences.put_habits(Player.objects.get(email=OWN), {"every_answer": False}, now=NOON)
    mail = [mail for mail in carry(NOON) if mail.to == [OWN]][-1]
    reply(mail, "start in Ashland", provider_key)
    assert [prompt["seat"] for prompt in prompts(game)] == [0]
    (answer,) = answers(carry)
    assert str(answer.message["Subject"]).startswith("Your turn")
    assert InboundEmail.objects.latest("pk").answer is not None


@pytest.mark.parametrize(("seats", "closes"), [(2, True), (3, False)])
def test_a_yes_that_can_be_given_again_counts_towards_the_hourly_limit(
    carry: Carry, provider_key: SigningKey, *, seats: int, closes: bool
) -> None:
    propose(started(players(seats)), 1, NOON, kind="paused")
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    rows = [reply(mail, "yes", provider_key, name=name) for name in ("m1", "m2")]
    assert [row.reason == pace.MOVED for row in rows] == [closes, False]

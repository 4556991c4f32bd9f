"""Emails say once, and briefly, what their readers have seen or no longer need."""

import pytest

from games.table import rulings
from tests.games.courts import rule
from tests.games.stories import NOON, chosen, players, post, started
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, asked, reply
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def test_what_could_not_be_read_is_asked_back_with_the_moves_once(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    assert "ALL ROUTES YOU CAN PAY FOR" in mail.text
    reply(mail, "claim the long route up north", provider_key)
    (answer,) = answers(carry)
    for shown_before in ("ALL ROUTES YOU CAN PAY FOR", "WHAT HAPPENED", "PLAYERS", "YOUR TIME"):
        assert shown_before not in answer.text
    assert answer.text.count("YOUR MOVES") == 1
    assert "YOUR HAND" in answer.text
    reply(answer, "6", provider_key, "m2")
    assert "You drew" in answers(carry)[0].text or "You took" in answers(carry)[0].text


def test_past_pauses_are_one_short_line(carry: Carry) -> None:
    game = chosen(started(players(2)))
    for _ in range(2):
        rule(game, rulings.Pause())
        rule(game, rulings.Resume())
    carry(NOON)
    post(game, 0, "draw deck", "draw deck")
    (mail,) = [mail for mail in carry(NOON) if mail.to == ["player1@mail.example"]]
    assert mail.text.count("The game was paused for a while.") == 1
    assert "clocks" not in mail.text

"""A player with more tickets than there are letters still gets an answer, and can choose."""

import pytest

from games.table import store
from tests.games.stories import NOON, chosen, players, started
from tests.games.worlds import most_tickets
from tests.inbox.letters import SigningKey
from tests.inbox.replies import reply
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def test_tickets_without_a_letter_are_called_by_their_numbers(carry: Carry, provider_key: SigningKey) -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    most_tickets(game, 0)
    asked = next(mail for mail in carry(NOON) if mail.to == ["player0@mail.example"] and "YOUR MOVES" in mail.text)
    reply(asked, "tickets", provider_key)
    (offer,) = (prompt["offer"] for prompt in store.view_for(store.read(game.id), 0)["prompts"] if "offer" in prompt)
    (answer,) = (mail for mail in carry(NOON) if mail.to == ["player0@mail.example"])
    assert any(f"Keep {ticket['number']}" in answer.text for ticket in offer)

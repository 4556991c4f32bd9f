"""Emails to a player with many tickets say how to choose any of them, with or without letters."""

import re

import pytest

import engine
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
    assert re.search(r"helps (?:[A-Z], )+[A-Z] and \w+ – \w+ 5 Take two", " ".join(asked.text.split()))
    reply(asked, "tickets", provider_key)
    (offer,) = (prompt["offer"] for prompt in store.view_for(store.read(game.id), 0)["prompts"] if "offer" in prompt)
    (answer,) = (mail for mail in carry(NOON) if mail.to == ["player0@mail.example"])
    assert any(f"Keep {ticket['number']}" in answer.text for ticket in offer)


def test_a_set_that_is_not_listed_is_kept_by_the_letters_of_the_example(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2), ruleset="card_game@1")
    asked = next(mail for mail in carry(NOON) if mail.to == ["player0@mail.example"])
    example = re.search(r"To keep others, reply with their letters:\s“(keep ([A-F])\sand\s([A-F]))”\.", asked.text)
    assert example
    assert f"Keep {example[2]} and {example[3]}" not in asked.text
    reply(asked, example[1], provider_key)
    assert len(engine.own(store.view_for(store.read(game.pk), 0))["tickets"]) == 2


def test_no_example_is_given_where_all_sets_are_listed(carry: Carry) -> None:
    started(players(2))
    assert not any("To keep others" in mail.text for mail in carry(NOON))


def test_letters_below_words_for_the_table_are_asked_about_in_true_words(
    carry: Carry, provider_key: SigningKey
) -> None:
    game = started(players(2))
    asked = next(mail for mail in carry(NOON) if mail.to == ["player0@mail.example"])
    reply(asked, "say Hello again\n\nB and C", provider_key)
    (answer,) = (mail for mail in carry(NOON) if mail.to == ["player0@mail.example"])
    told = " ".join(answer.text.split())
    assert "“B and C” stands below other lines. There, letters of tickets take the word “keep” before them." in told
    assert "several lines" not in told
    assert engine.own(store.view_for(store.read(game.pk), 0))["tickets"] == []
    reply(answer, "yes", provider_key, "m2")
    assert len(engine.own(store.view_for(store.read(game.pk), 0))["tickets"]) == 2

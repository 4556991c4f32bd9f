"""The last turns of a round are called that while another round follows, and are not the end of the game."""

import pytest

import engine
from games.table import store
from tests.games.stories import players, started, to_the_end_of_a_round
from tests.notifications.conftest import Carry
from tests.notifications.test_all_games import flat, reminded

pytestmark = pytest.mark.django_db


def test_the_end_of_a_round_is_not_the_end_of_the_game(carry: Carry) -> None:
    at_the_end = (
        game
        for game in to_the_end_of_a_round(started(players(4), ruleset="card_game@1"))
        if engine.view(store.load(store.read(game.pk)).state, None)["turns_left"] is not None
    )
    (mail,) = reminded(next(at_the_end), carry).values()
    assert "These are the last turns of round 1. Turns left in it after this one:" in flat(mail)
    assert "This is the last round." not in flat(mail)


def test_at_its_end_no_turns_are_counted(carry: Carry) -> None:
    at_the_end = (
        game
        for game in to_the_end_of_a_round(started(players(4), ruleset="card_game@1"))
        if engine.view(store.load(store.read(game.pk)).state, None)["turns_left"] == 0
    )
    mail, *_ = reminded(next(at_the_end), carry).values()
    assert "This is the end of round 1: no more turns follow in it." in flat(mail)
    assert "Turns left in it" not in flat(mail)

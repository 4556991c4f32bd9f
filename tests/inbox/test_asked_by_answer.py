"""Whoever wants few answers still hears of each new question, even one that their own move opens, by one email."""

import pytest

from games.models import Game, Player
from games.table import store
from notifications.policy import preferences
from tests.games.stories import NOON, default, holder, legal, players, post, prompts, started, to_the_end_of_a_round
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, reply
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def want_few_answers() -> None:
    for player in Player.objects.all():
        preferences.put_habits(player, {"every_answer": False}, now=NOON)


def emails_to(carry: Carry, game: Game, seat: int) -> list[Received]:
    return [mail for mail in carry(NOON) if mail.to == [holder(game, seat).email]]


def row_or_default(game: Game, seat: int) -> str:
    return next((move for move in legal(game, seat) if move.startswith("place")), None) or default(game, seat)


def test_the_last_to_choose_tickets_who_begins_is_asked(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2))
    want_few_answers()
    post(game, 1, default(game, 1))
    (mail,) = emails_to(carry, game, 0)
    reply(mail, "A and B", provider_key)
    assert prompts(game)[0]["type"] == "take_turn"
    (answer,) = emails_to(carry, game, 0)
    assert "YOUR MOVES" in answer.text
    reply(answer, "draw deck, draw deck", provider_key, "m2")
    assert prompts(game)[0]["seat"] == 1
    assert emails_to(carry, game, 0) == [], "nothing new is asked"


def test_the_last_to_choose_a_city_who_begins_is_asked(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2), ruleset="old_west@1")
    want_few_answers()
    for seat in range(2):
        post(game, seat, default(game, seat))
    first = prompts(game)[0]["seat"]
    post(game, first, default(game, first))
    (last,) = (prompt["seat"] for prompt in prompts(game))
    (mail,) = emails_to(carry, game, last)
    reply(mail, default(game, last), provider_key)
    assert (prompts(game)[0]["seat"], prompts(game)[0]["type"]) == (last, "take_turn")
    (answer,) = emails_to(carry, game, last)
    assert "YOUR MOVES" in answer.text


def test_whose_move_ends_the_round_is_asked_what_to_complete(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2), ruleset="card_game@1")
    for _ in to_the_end_of_a_round(game):
        if store.view_for(store.read(game.pk), None)["turns_left"] == 0:
            break
    want_few_answers()
    seat = prompts(game)[0]["seat"]
    (mail,) = emails_to(carry, game, seat)
    for number in range(4):
        reply(mail, row_or_default(game, seat), provider_key, f"m{number}")
        (mail,) = emails_to(carry, game, seat)
        if prompts(game)[0]["type"] == "complete_tickets":
            break
    assert "which tickets to complete" in " ".join(mail.text.split())


def test_a_seat_taken_again_in_its_turn_asks_for_it(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2))
    post(game, 1, default(game, 1))
    (mail,) = emails_to(carry, game, 0)
    reply(mail, "stand-in", provider_key)
    (handed_over,) = answers(carry)
    want_few_answers()
    reply(handed_over, "return", provider_key, "m2")
    assert len(answers(carry)) == 1

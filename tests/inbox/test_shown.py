"""Players ask by email to see the game; the answer shows exactly that, and its numbers can be used in replies."""

import re
from typing import Any

import pytest

import engine
from games.models import Game, Player
from games.table import store
from notifications.inbox.orders import PlayMove, read
from notifications.models import InboundEmail, ReplyAddress
from notifications.policy import preferences
from tests.games.stories import chosen, legal, play_on, players, post, prompts, started
from tests.inbox.letters import NOON, SigningKey
from tests.inbox.replies import OWN, answers, offered, played, reply
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.reading import choices
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
every_game = pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["old_west@1"]))


def midgame(carry: Carry, **wishes: Any) -> tuple[Game, Received]:
    """Return a game after some moves, and the email that asks the first seat for a turn."""
    game = chosen(started(players(2), **wishes))
    play_on(game, 16)
    while prompts(game)[0]["type"] != "take_turn" or prompts(game)[0]["seat"] != 0:
        play_on(game, 1)
    return game, [mail for mail in carry(NOON) if mail.to == [OWN]][-1]


def shown(carry: Carry, mail: Received, text: str, key: SigningKey) -> Received:
    reply(mail, text, key)
    (answer,) = answers(carry)
    return answer


def numbered(mail: Received) -> list[int]:
    """Return the numbers of the moves after the first ones."""
    part = mail.text.partition("ALL OTHER MOVES")[2].partition("\n\nProblem")[0]
    return [int(number) for number in re.findall(r"\((\d+)\)\s", part.partition("\n\n")[2])]


def lying(game: Game, move: str) -> str:
    """Return the move, naming the card if it takes one from the market."""
    verb, _, place = move.partition(" ")
    market = engine.view(store.load(store.read(game.pk)).state, 0)["market"]
    return f"draw {market[int(place) - 1]}" if verb == "draw" and place.isdigit() else move


@every_game
def test_all_moves_have_numbers_that_can_be_answered(carry: Carry, provider_key: SigningKey, ruleset: str) -> None:
    game, mail = midgame(carry, ruleset=ruleset)
    answer = shown(carry, mail, "moves", provider_key)
    row = ReplyAddress.objects.filter(player__email=OWN).latest("pk")
    singles = {moves[0] for moves in row.listed if len(moves) == 1}
    every = [move for move in legal(game, 0) if move not in singles]
    assert singles <= set(legal(game, 0))
    assert {lying(game, move) for move in every} <= {lying(game, move) for move in singles}
    assert len({lying(game, move) for move in singles}) == len(singles)
    assert [*range(1, len(choices(answer)) + 1), *numbered(answer)] == list(range(1, len(row.listed) + 1))
    assert len(answer.html) < 100_000
    before = len(played(game))
    reply(answer, str(len(row.listed)), provider_key, "m2")
    assert len(played(game)) > before


def test_the_board_in_words_and_the_moves_to_answer_with(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = midgame(carry)
    answer = shown(carry, mail, "board", provider_key)
    assert answer.text.startswith("Here is the board.\n")
    assert "ROUTES\n\n- Player 0 (you): " in answer.text
    assert "YOUR TICKETS" not in answer.text
    assert "YOUR HAND (" in answer.text
    assert choices(answer) == choices(mail)


def test_the_status_says_whose_turn_it_is_and_how_ones_tickets_stand(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = midgame(carry)
    text = shown(carry, mail, "status", provider_key).text
    assert "- Player 0 (you), until Tue 3 March 2026, 12:00 UTC (1 day left)" in text
    assert re.search(r"PLAYERS\n\n +cards +tickets +trains +points\nPlayer 0 \(you\), red ", text)
    post(game, 0, "draw deck", "draw deck")
    reply(mail, "status", provider_key, "m2")
    text = answers(carry)[0].text
    assert "- Player 1, until " in text
    assert "YOUR MOVES" not in text


def test_two_things_that_show_the_hand_show_it_once(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = midgame(carry)
    text = shown(carry, mail, "board\nstatus", provider_key).text
    assert text.count("YOUR HAND (") == 1


def test_the_log_goes_farther_back_than_a_turns_email(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = midgame(carry)
    text = shown(carry, mail, "log", provider_key).text
    lines = text.partition("THE LOG\n\n")[2].partition("\n\n")[0]
    assert lines.startswith("- You kept the tickets ")
    assert lines.count("\n- ") > mail.text.count("\n- ")


@every_game
def test_help_gives_examples_that_are_legal_here(carry: Carry, provider_key: SigningKey, ruleset: str) -> None:
    game, mail = midgame(carry, ruleset=ruleset)
    text = shown(carry, mail, "help", provider_key).text
    examples = text.partition("OR AS A MOVE, ONE ON EACH LINE\n\n")[2].partition("\n\n")[0].splitlines()
    assert len(examples) >= 3
    for example in examples:
        found = read([example], offered(game, 0))
        assert found.stopped is None
        first = found.orders[0]
        assert isinstance(first, PlayMove)
        assert first.notation in legal(game, 0)
    assert f"https://night-mail.example/rules/{ruleset}" in text
    assert "https://night-mail.example/help/by-email" in text


def test_several_things_at_once_and_after_a_move(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = midgame(carry)
    before = len(played(game))
    text = shown(carry, mail, "draw deck\nlog\nmoves\nlog", provider_key).text
    assert len(played(game)) == before + 1
    assert "You drew " in text
    assert text.count("THE LOG") == 1
    assert text.count("YOUR MOVES") == 1
    assert "ALL OTHER MOVES" in text


def test_whoever_wants_few_answers_gets_one_only_if_there_is_something_to_say(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = midgame(carry)
    preferences.put_habits(Player.objects.get(email=OWN), {"every_answer": False}, now=NOON)
    reply(mail, "nonsense", provider_key)
    assert "Not understood: “nonsense”." in answers(carry)[0].text
    reply(mail, "draw deck", provider_key, "m2")
    (next_card,) = answers(carry)
    assert "Choose your second card" in next_card.text or "YOUR MOVES" in next_card.text
    reply(next_card, "draw deck", provider_key, "m3")
    assert answers(carry) == []
    assert InboundEmail.objects.latest("pk").state == InboundEmail.State.ACTED
    reply(mail, "status", provider_key, "m4")
    assert "WHOSE TURN IT IS" in answers(carry)[0].text
    assert prompts(game)[0]["seat"] == 1

"""What a move came to, in the answer to its email: what was done first, what it chose below that, then the rest."""

from typing import Any

import pytest

from notifications.inbox import outcomes
from notifications.inbox.orders import PlayMove
from tests.games.stories import default, players, post, started
from tests.games.worlds import deal
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, asked, reply
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_orders import USA
from tests.notifications.conftest import Carry

NAMES = ("Ada", "Ben")
SCORING: list[Any] = [
    {"type": "card_drawn", "seat": 0, "card": "purple"},
    {"type": "points_scored", "seat": 0, "points": 7, "reason": "ticket", "ticket": 1},
    {"type": "points_scored", "seat": 1, "points": -21, "reason": "ticket", "ticket": 2},
    {"type": "tickets_completed", "seat": 1, "tickets": []},
    {"type": "game_ended", "outcome": "played"},
]


def test_the_answer_to_the_last_move_leaves_the_scores_to_their_own_email() -> None:
    told = outcomes.describe(PlayMove("draw deck", "1"), SCORING, 0, NAMES.__getitem__, USA.board, {})
    assert told == "You drew purple from the deck. The game is over."


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_tickets_stand_below_whose_they_are(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2))
    post(game, 1, default(game, 1))
    mail = next(mail for mail in answers(carry) if mail.to == [OWN])
    reply(mail, "keep A and B", provider_key)
    line = in_a_line(answers(carry)[0])
    assert line.index("You kept 2 tickets.") < line.index(" points)") < line.index("All have chosen their tickets")


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(("answer", "subject"), [("no", "You stay in the game"), ("yes", "You have resigned")])
def test_who_stays_or_leaves_reads_so_in_the_subject(
    carry: Carry, provider_key: SigningKey, answer: str, subject: str
) -> None:
    _game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    reply(question, answer, provider_key, "m2")
    assert any(str(told.message["Subject"]).startswith(f"{subject}: ") for told in answers(carry))


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_after_a_taken_back_move_the_subject_says_that_it_is_your_turn(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    deal(game, 0, purple=4)
    reply(mail, "claim denver-omaha purple 4", provider_key)
    answers(carry)
    reply(mail, "take back", provider_key, "m2")
    (told,) = answers(carry)
    assert "Your last move is taken back." in in_a_line(told)
    assert str(told.message["Subject"]).startswith("Your turn: ")

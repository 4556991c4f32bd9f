"""Answers are short and in lines: each ticket once, no numbers of our own, no heading cut out of a player's words."""

import re

import pytest

from notifications.inbox.reply import short
from notifications.letters.document import Paragraph, headed, html
from notifications.letters.first_sentences import first_sentence
from tests.games.stories import NOON, play_a_round, players, started
from tests.games.worlds import many_tickets_to_complete
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, asked, reply
from tests.notifications.conftest import Carry
from tests.notifications.test_all_games import reminded

HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>")


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_completed_tickets_stand_in_lines_each_once(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2), ruleset="card_game@1")
    play_a_round(game)
    many_tickets_to_complete(game, 0)
    carry(NOON)
    reply(reminded(game, carry)[0], "1", provider_key)
    text = answers(carry)[0].text.partition("Now the game waits")[0]
    found = re.match(r"You chose to complete (\d+) tickets, for \d+ points\.\n\n", text)
    assert found
    tickets = re.findall(r"^- (.+ – .+) \(\d+ points\)$", text, re.MULTILINE)
    assert len(tickets) == len(set(tickets)) == int(found[1])
    assert "complete 3" not in text


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    ("typed", "heading"),
    [
        ("say Hello. You there? Good", "Said at the table: “Hello. You there? Good”"),
        ("claim Denver. Or not. Hm.", "Not understood: “claim Denver. Or not. Hm”"),
        ("nonsense line here.", "Not understood: “nonsense line here”"),
    ],
)
def test_no_heading_is_cut_out_of_a_player_s_words(
    carry: Carry, provider_key: SigningKey, typed: str, heading: str
) -> None:
    _, mail = asked(carry)
    reply(mail, typed, provider_key)
    answer = answers(carry)[0]
    found = HEADING.search(answer.html)
    assert found
    assert re.sub("<[^>]+>", "", found[1]) == heading
    assert ".." not in answer.text.partition("Play by")[0]
    assert answer.to == [OWN]


def test_no_sentence_ends_within_quotation_marks_or_a_name() -> None:
    assert first_sentence("Prof. X has moved. It is your turn.", ["Prof. X"]) == (
        "Prof. X has moved.",
        "It is your turn.",
    )
    assert first_sentence("Said: “Well. So.” Now it is your turn.") == ("Said: “Well. So.” Now it is your turn.", "")
    page = html(headed([Paragraph("Prof. X has moved. Well.")], "About", ["Prof. X"]), title="", language="en")
    assert "Prof. X has moved<" in page


def test_a_quoted_line_brings_no_full_stop() -> None:
    assert short("claim it.") == "claim it"
    assert short("what?") == "what?"

"""Emails in another language: the answer says so, and that a number always works; one number is offered to a yes."""

import json

import pytest

import engine
from notifications.inbox.orders import is_foreign
from tests.games.stories import players
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, asked, played, reply
from tests.inbox.site_stories import in_a_line, write
from tests.inbox.test_orders import LISTED, read_lines
from tests.inbox.test_short_answers import CORPUS
from tests.inbox.test_site import OWN, the_answer
from tests.notifications.conftest import Carry

TYPED = json.loads(CORPUS.read_text())
FOREIGN = [answer for answer in TYPED if "foreign" in answer["meant"]]


@pytest.mark.parametrize("answer", TYPED, ids=lambda answer: answer["id"])
def test_a_language_is_known_by_its_small_words(answer: dict[str, object]) -> None:
    first = str(answer["text"]).strip().partition("\n")[0]
    assert is_foreign(first) == (answer in FOREIGN)


@pytest.mark.parametrize("line", ["возьму вторую", "二番をお願いします", "biorę drugą, proszę", "quiero la segunda"])
def test_other_languages(line: str) -> None:
    assert is_foreign(line)


@pytest.mark.parametrize("rules", engine.RULESETS.values(), ids=engine.RULESETS)
def test_no_city_is_foreign(rules: engine.Ruleset) -> None:
    assert not [city.name for city in rules.board.cities if is_foreign(city.name)]


def test_the_only_number_is_offered() -> None:
    found = read_lines("ich nehme die 1")
    assert found.orders == ()
    assert found.stopped is not None
    assert found.stopped.suggestions == tuple(LISTED[0])
    assert (other := read_lines("ich nehme die 1 oder die 3").stopped) is not None
    assert not other.suggestions


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_the_answer_says_so_and_how_numbers_work(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "ich nehme bitte die rote Karte", provider_key)
    answer = answers(carry)[0]
    assert "I can read only English so far" in in_a_line(answer)
    assert "A number always works" in in_a_line(answer)
    assert played(game) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_the_site_says_so(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("ich möchte bitte ein neues Spiel", provider_key, sender=OWN)
    assert "I can read only English so far." in in_a_line(the_answer(carry, OWN))

"""Orders that emails quote in a language: sent back by who reads it, each is read as the English one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from notifications import order_words as quoted
from notifications.inbox import consent
from notifications.inbox.orders import Offered, Order, languages, read
from notifications.inbox.site import parser
from notifications.order_words import ENGLISH, OTHERS, english_order_words, order_words
from tests.languages.spoken import WEST, offer
from tests.languages.test_replies_are_frozen import FROZEN, WRITTEN_ON, read_answers

TO_THE_SITE: Final = frozenset({"send_mail_again", "stop_all_mail"})
WITH_MORE: Final = {"keep": "keep A and C", "vacation": "vacation until 1 December"}
"""Orders that our texts write something behind."""
QUOTED: Final = [(language, name) for language in OTHERS for name in OTHERS[language] if name != "a_day"]


def list_offers(language: str) -> Iterator[Offered]:
    """Yield a turn, tickets on offer, and a game that asks nothing."""
    yield from (offer(answer, language) for answer in read_answers(language) if answer["id"][2:] in ("06", "19"))
    yield Offered(None, (), WEST, WRITTEN_ON, language=language, is_open=False)


def read_one(line: str, offered: Offered) -> list[Order]:
    """Return the orders of a line without the line."""
    return [replace(order, line="") for order in read([line], offered).orders]


def write(language: str, name: str) -> str:
    """Return an order as our texts write it, with what they write behind it, and without the letter of its game."""
    words = OTHERS[language]
    whole = {
        "keep": f"{words['keep']} {words['keep_two'].removeprefix('A: ').partition(' ')[2].replace('B', 'A', 1)}",
        "vacation": f"{words['vacation']} {words['a_day']}",
    }
    return whole.get(name, words[name]).removeprefix("A: ")


@pytest.mark.parametrize(("language", "name"), QUOTED)
def test_a_quoted_order_is_read_as_the_english_one(language: str, name: str) -> None:
    line, english = write(language, name), WITH_MORE.get(name, ENGLISH[name]).removeprefix("A: ")
    if name in TO_THE_SITE:
        assert languages.translate_to_site([line], language) == [english]
        assert parser.SiteWords({}, {}).read_line(english, (), ())
        return
    orders = [
        (read_one(line, offered), read_one(english, replace(offered, language="en")))
        for offered in list_offers(language)
    ]
    assert all(own == meant for own, meant in orders)
    assert any(meant for _own, meant in orders) or name in ("always", "yes")


@pytest.mark.parametrize("language", OTHERS)
def test_a_quoted_yes_or_no_answers_our_questions(language: str) -> None:
    meant = {"yes": consent.Consent.ONCE, "no": consent.Consent.NOT, "always": consent.Consent.ALWAYS}
    for name, decision in meant.items():
        assert consent.consent_in(languages.translate_answers([OTHERS[language][name]], language)) is decision


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_the_same_orders_of_its_own(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert OTHERS[language].keys() == OTHERS["de"].keys() <= ENGLISH.keys()
    monkeypatch.setattr(quoted, "get_language", lambda: language)
    assert order_words() == {**ENGLISH, **OTHERS[language]}
    assert english_order_words() == ENGLISH


def test_all_languages_that_are_read_have_them() -> None:
    assert OTHERS.keys() == languages.LANGUAGES.keys() == FROZEN.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_the_english_verb_is_read_with_an_and_of_the_language(language: str) -> None:
    """As our emails of earlier days wrote it: “keep A und C”."""
    joined = OTHERS[language]["keep_two"].removeprefix("A: ").partition(" ")[2].replace("B", "A", 1)
    offered = [each for each in list_offers(language) if each.letters]
    meant = [read_one("keep A and C", replace(each, language="en")) for each in offered]
    assert offered
    assert [read_one(f"keep {joined}", each) for each in offered] == meant
    assert all(meant)

"""Replies in the player's language: the frozen answers are read as they were meant, and prose orders nothing."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from notifications.inbox.consent import find_doubt
from notifications.inbox.orders import Offered, PlayMove, ProposeThis, TakeVacation, languages, read, yes_no
from notifications.inbox.orders.languages.lexicon import Lexicon
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.reading import UnreadableEmail
from notifications.inbox.sender.headers import TooMuch
from tests.inbox.corpus_index import shapes
from tests.inbox.test_short_answers import OF_MOVES
from tests.inbox.test_short_answers import offer as offer_english
from tests.inbox.typed import typed_in
from tests.languages.spoken import is_as_meant, offer, read_answer
from tests.languages.test_replies_are_frozen import FROZEN, FROZEN_LATER, LATER_REPLIES, read_answers

LEAST: Final = 0.9
"""The share that is read as meant. With English alone it was from 20 % (Italian) to 30 % (German)."""
MOST_UNLIKE: Final = 0.02
"""The share of English answers that is asked about because a word in them means something else."""
PROSE: Final = json.loads(Path(__file__).with_name("prose.json").read_text(encoding="utf-8"))
DOUBTED: Final = [(language, doubt) for language in PROSE for doubt in PROSE[language]["doubts"]]


def list_offers(language: str) -> list[Offered]:
    """Return what each list of options in the frozen answers offers."""
    answers = {str(answer["options"]): answer for answer in read_answers(language) if "options" in answer}
    return [offer(answer, language) for answer in answers.values()]


@pytest.mark.parametrize("language", FROZEN)
class TestFrozenAnswers:
    def test_most_are_read_as_meant(self, language: str) -> None:
        answers = read_answers(language)
        not_as_meant = [answer["id"] for answer in answers if not is_as_meant(answer, language)]
        assert len(not_as_meant) <= (1 - LEAST) * len(answers), not_as_meant

    def test_none_orders_what_was_not_meant(self, language: str) -> None:
        read_otherwise = {
            answer["id"]: ordered
            for answer in read_answers(language)
            if (ordered := read_answer(answer, language)) and not is_as_meant(answer, language)
        }
        assert read_otherwise == {}


MOST_LATER_UNREAD: Final = 2
"""Of 15 answers; when they were written, it was 7 or 8."""


@pytest.mark.parametrize("language", FROZEN_LATER)
def test_most_later_answers_are_read_as_meant_and_none_otherwise(language: str) -> None:
    answers = [answer for answer in read_answers(language, LATER_REPLIES) if not is_as_meant(answer, language)]
    assert {answer["id"]: ordered for answer in answers if (ordered := read_answer(answer, language))} == {}
    assert len(answers) <= MOST_LATER_UNREAD, [answer["id"] for answer in answers]


ALIKE: Final = {
    "da": ("nummer 2 på listen, tak", "hellere nej", "sæt spillet på pause", "jeg er på ferie til 10. januar"),
    "nb": ("nummer 2 på lista, takk", "helst nei", "sett spillet på pause", "jeg er fra i dag til 10. januar på ferie"),
    "nl": ("de 2 van de lijst graag", "liever nee", "zet het spel op pauze", "ik ben tot 10 januari op vakantie"),
    "sv": ("nummer 2 på listan, tack", "hellre nej", "pausa spelet", "jag är till 10 januari på semester"),
    "it": ("la 2 della lista, grazie", "preferirei di no", "mettiamo in pausa", "sono fino al 10 gennaio in vacanza"),
}
"""What the later answers have in common, in the other languages: a number, a no, a pause, a vacation."""


@pytest.mark.parametrize(("language", "lines"), ALIKE.items(), ids=ALIKE)
def test_other_languages_have_the_words_of_the_later_answers(language: str, lines: tuple[str, str, str, str]) -> None:
    number, no, pause, vacation = lines
    offered = next(filter(is_turn, list_offers(language)))
    assert list_moves([number], offered) == list_moves(["2"], offered) != []
    assert yes_no.find(languages.translate_answers([no], language)) == (0, YesNo.NO)
    assert [type(order) for order in read([pause], offered).orders] == [ProposeThis]
    (away,) = read([vacation], offered).orders
    assert isinstance(away, TakeVacation)
    assert away.until == date(2027, 1, 10)


@pytest.mark.parametrize(
    ("language", "line"), [(language, line) for language in PROSE for line in PROSE[language]["prose"]]
)
def test_prose_orders_nothing(language: str, line: str) -> None:
    for offered in list_offers(language):
        assert read([line], offered).orders == (), languages.translate([line], offered)


@pytest.mark.parametrize(("language", "doubt"), DOUBTED)
@pytest.mark.parametrize("joined", ["2\n{}", "2. {}", "2, {}", "{}\n2"])
def test_a_doubt_beside_an_order_is_asked_about(language: str, doubt: str, joined: str) -> None:
    lines = joined.format(doubt).split("\n")
    for offered in list_offers(language)[:2]:
        found = read(lines, offered)
        assert found.orders == (), languages.translate(lines, offered)
        assert found.stopped is not None


@pytest.mark.parametrize(("language", "doubt"), DOUBTED)
@pytest.mark.parametrize("joined", ["{yes}\n{doubt}", "{yes}. {doubt}", "{yes}, {doubt}"])
def test_a_doubt_beside_a_yes_is_asked_about(language: str, doubt: str, joined: str) -> None:
    yes = languages.LANGUAGES[language].meanings["yes"].partition(",")[0]
    lines = joined.format(yes=yes, doubt=doubt).split("\n")
    found = yes_no.find(languages.translate_answers(lines, language))
    assert found is None or found[1] is YesNo.UNSURE


def is_turn(offered: Offered) -> bool:
    return not offered.letters and len(offered.listed) > 2


MAY_CHOOSE: Final = {
    "da": ["den røde så bedre ud", "jeg er ikke helt sikker", "nummer 2 havde også været fint"],
    "de": ["die rote sieht gut aus", "das ist mir gar nicht klar", "die 2 wär auch gut gewesen"],
    "es": ["la roja se ve mejor", "no lo tengo nada claro", "la 2 también estaría bien"],
    "fi": ["punainen näyttää paremmalta", "en ole varma", "numero 2 olisi myös hyvä"],
    "fr": ["la rouge serait mieux", "je ne sais plus", "la 2 me plaît aussi"],
    "it": ["la rossa sembra migliore", "non sono sicuro", "la 2 andrebbe bene lo stesso"],
    "nb": ["den røde så bedre ut", "jeg er ikke helt sikker", "nummer 2 hadde også vært fint"],
    "nl": ["de rode ziet er beter uit", "ik weet het niet zeker", "nummer 2 was ook goed geweest"],
    "sv": ["den röda såg bättre ut", "jag är inte helt säker", "nummer 2 hade också varit fint"],
}


@pytest.mark.parametrize(("language", "line"), [(code, line) for code in MAY_CHOOSE for line in MAY_CHOOSE[code]])
def test_talk_below_a_move_that_may_choose_otherwise_is_asked_about(language: str, line: str) -> None:
    for offered in filter(is_turn, list_offers(language)):
        found = read(["1", "", line], offered)
        assert found.orders == (), languages.translate(["1", line], offered)
        assert found.stopped is not None
        assert found.stopped.line == line


@pytest.mark.parametrize("language", FROZEN)
def test_a_line_of_the_list_with_a_question_mark_is_asked_about(language: str) -> None:
    doubt = PROSE[language]["doubts"][4]
    for offered in list_offers(language):
        for title in offered.titles():
            for line in (f"{title.name}?", f"{title.name} ?", f"{title.name}? {doubt}", f"{title.name}. {doubt}"):
                assert read([line], offered).orders == (), line


def list_moves(lines: list[str], offered: Offered) -> list[str]:
    return [order.notation for order in read(lines, offered).orders if isinstance(order, PlayMove)]


@pytest.mark.parametrize("line", ["je garde A plus B", "A + B", "Je garde A + B"])
def test_a_french_goodbye_takes_no_letter_of_a_ticket(line: str) -> None:
    """“A plus” and “A+” at the end of a sentence are “see you”."""
    offered = next(offered for offered in list_offers("fr") if len(offered.letters) == 3)
    assert list_moves([line], offered) == ["keep 1 2"]
    assert list_moves(["B", "", "A plus"], offered) == ["keep 2"]


@pytest.mark.parametrize(
    ("line", "beside"),
    [
        ("Die zwei. Mein Bruder kommt. Schönen Abend noch!", "Mein Bruder kommt. Schönen Abend noch!"),
        ("Mein Bruder kommt. Schönen Abend noch! Nummer zwei.", "Mein Bruder kommt. Schönen Abend noch!"),
    ],
)
def test_what_is_said_beside_a_move_is_quoted_as_typed(line: str, beside: str) -> None:
    (order,) = read([line], list_offers("de")[0]).orders
    assert isinstance(order, PlayMove)
    assert (order.line, order.talk) == (line, (beside,))


@pytest.mark.parametrize("language", FROZEN)
def test_english_always_works(language: str) -> None:
    """The 200 short answers in English, some of which are prose, play what they did, or are asked about."""
    unlike = []
    for answer in OF_MOVES:
        english = offer_english(answer)
        lines = answer["text"].strip().split("\n")
        moves, before = list_moves(lines, replace(english, language=language)), list_moves(lines, english)
        if moves != before and "foreign" not in answer["meant"]:
            assert moves == [], answer["id"]
            unlike.append(answer["id"])
    assert len(unlike) <= MOST_UNLIKE * len(OF_MOVES), unlike


@pytest.mark.parametrize("heading", ["plan:", "plan", "Plan for the next turn:", "plan always 2"])
def test_a_plan_is_in_its_own_words(heading: str) -> None:
    """It is kept, and “wait” is a word of it."""
    lines = ["zwei", heading, "always draw deck", "warte", "zwei"]
    assert languages.translate(lines, list_offers("de")[0]) == ["two", *lines[1:]]


@pytest.mark.parametrize("language", FROZEN)
def test_emails_of_all_programs_order_nothing_new(language: str) -> None:
    """The corpus of emails, with their quotes and footers in many languages, plays what it did, or is asked about."""
    offered = list_offers(language)[0]
    for shape in shapes():
        try:
            lines = list(typed_in(shape.raw).lines)
        except (UnreadableEmail, TooMuch):
            continue
        assert list_moves(lines, offered) in ([], list_moves(lines, replace(offered, language="en"))), shape.name


@pytest.mark.parametrize("language", FROZEN)
def test_an_english_no_refuses_in_every_language(language: str) -> None:
    """In Finnish it is also “well”, in French “number”."""
    offered = list_offers(language)[0]
    for lines in (["2", "", "no"], ["2. No."], ["2, no!"], ["2 no"], ["2", "no thanks"]):
        assert list_moves(lines, offered) == [], languages.translate(lines, offered)
    yes = languages.LANGUAGES[language].meanings["yes"].partition(",")[0]
    assert find_doubt([yes, "", "no"], language) == "no"
    assert yes_no.find(languages.translate_answers(["No, thanks"], language)) == (0, YesNo.NO)


def test_a_no_is_also_well_and_number() -> None:
    assert list_moves(["no, otan kakkosen"], list_offers("fi")[0]) == list_moves(["2"], list_offers("fi")[0])
    assert list_moves(["la no 2"], list_offers("fr")[0]) == list_moves(["2"], list_offers("fr")[0])


@pytest.mark.parametrize("language", languages.LANGUAGES.values(), ids=languages.LANGUAGES)
def test_each_name_of_a_city_adds_to_the_board_s(language: Lexicon) -> None:
    listed = [(city, form.strip()) for city, forms in language.cities.items() for form in forms.split(",")]
    alone = [{*Lexicon("xx", (), (), {}, cities={city: form}).cities_by_phrase} for city, form in listed]
    none = {*Lexicon("xx", (), (), {}).cities_by_phrase}
    added = [phrases - none - {tuple(city.split())} for (city, _form), phrases in zip(listed, alone, strict=True)]
    assert [form for (_city, form), phrases in zip(listed, added, strict=True) if not phrases] == []


@pytest.mark.parametrize("language", languages.LANGUAGES.values(), ids=languages.LANGUAGES)
def test_no_phrase_has_two_meanings(language: Lexicon) -> None:
    meanings: dict[tuple[str, ...], set[str]] = {}
    for phrase, english in language.list_own():
        meanings.setdefault(phrase, set()).add(english)
    assert {" ".join(phrase): several for phrase, several in meanings.items() if len(several) > 1} == {}

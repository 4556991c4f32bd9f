"""The site's manual: rules, playing by email, notation. Each page is made from a document."""

import re

import pytest
from django.test import Client

import engine
from games.web.manual import document_pages
from games.web.manual.addresses import PAGES
from tests.engine.numbers import NUMBERS
from tests.games.stories import chosen, holder, players, prompts, started
from tests.web.paper import Paper, Visitor

CHAPTERS = re.compile(r"^## ([A-Z]): ", re.MULTILINE)
IDS = re.compile(r'id="([A-Z]\d+)"')


def page(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def numbers(letter: str, last: int, *without: int) -> set[str]:
    return {f"{letter}{number}" for number in range(1, last + 1) if number not in without}


LEAVING = numbers("P", 5)
RULES_OF = {
    "usa@1": numbers("B", 22) | LEAVING,
    "old_west@1": numbers("B", 22, 1, 3, 14, 16, 20, 21) | numbers("W", 11) | LEAVING,
    "card_game@1": {"B4", "B6", "B7", "B11", "B17", "B22"} | numbers("C", 16, 4) | LEAVING,
    "europe@1": numbers("B", 22, 1, 3, 14, 15, 19, 21) | numbers("E", 10) | LEAVING,
    "nordic@1": numbers("B", 22, 1, 3, 6, 9, 12, 14, 15, 16, 20, 21) | numbers("N", 10) | LEAVING,
    "lagoon@1": numbers("B", 22) | LEAVING,
    "usa_1910@1": numbers("B", 22, 1, 20, 21) | {"T1", "T4"} | LEAVING,
    "usa_mega@1": numbers("B", 22, 1, 3, 16) | {"T2", "T4"} | LEAVING,
    "usa_big_cities@1": numbers("B", 22, 1, 3, 16, 20, 21) | {"T3", "T4"} | LEAVING,
}


@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "expected"), RULES_OF.items(), ids=RULES_OF)
def test_a_game_has_exactly_its_own_rules(ruleset: str, expected: set[str]) -> None:
    assert set(IDS.findall(page(f"/rules/{ruleset}"))) == expected


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", engine.RULESETS)
def test_every_game_has_its_rules_with_the_numbers_that_refusals_name(ruleset: str) -> None:
    text = page(f"/rules/{ruleset}")
    anchors = IDS.findall(text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([A-Z]\d+)"', text)) <= set(anchors)
    assert {"B", "P"} <= {number[0] for number in anchors} or ruleset.startswith("card_game")
    assert "<svg" in text
    assert engine.RULESETS[ruleset].replaces.keys().isdisjoint(anchors)
    assert set(engine.RULESETS[ruleset].replaces.values()) <= set(anchors)


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", engine.RULESETS)
def test_a_games_page_is_about_no_other_game(ruleset: str) -> None:
    text = page(f"/rules/{ruleset}")
    said, own = Paper(text).text, {number[0] for number in IDS.findall(text)}
    others = "".join(set(CHAPTERS.findall(document_pages.text_of("rules.md"))) - own - {"P"})
    assert not re.findall(rf"\b[{others}][1-9][0-9]?\b", said)
    assert "In place of" not in said
    assert "say otherwise" not in said


@pytest.mark.django_db
def test_numbers_stand_at_the_end_of_their_line() -> None:
    text = page("/rules/usa@1")
    lines = re.findall(r"<p>(.*?)</p>", text, re.DOTALL)
    (dealt,) = [line for line in lines if line.startswith("You have 45 trains")]
    sentence, _, end = dealt.partition(' <span class="rule-numbers">')
    assert sentence.startswith("You have 45 trains and four train cards. Five cards lie face up")
    assert re.findall(r">([A-Z]\d+)<", end) == ["B1", "B2", "B3", "B19"]
    assert not re.search(r"\([A-Z]\d", Paper("".join(lines)).text)


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", [name for name in engine.RULESETS if engine.RULESETS[name].board.routes])
def test_points_are_listed_for_every_length_on_the_board(ruleset: str) -> None:
    document = document_pages.text_of(f"rules/{ruleset.partition('@')[0]}.md")
    board = engine.RULESETS[ruleset].board
    lengths = sorted({route.length for route in board.routes})
    scale = " | ".join(str(board.route_points[length]) for length in lengths)
    assert "| points |" not in document or f"| points | {scale} |" in document


@pytest.mark.django_db
def test_all_numbers_are_on_one_page_too() -> None:
    anchors = set(IDS.findall(page("/help/rules")))
    assert anchors >= {number.upper() for number in NUMBERS if re.fullmatch(r"[a-z]\d+", number)}


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_every_document_with_a_page_is_shown_whole(name: str) -> None:
    text = page(f"/help/{name}")
    assert text.count("<h1") == 1
    said = Paper(text).text
    for line in re.findall(r"^## (.*)$", document_pages.text_of(PAGES[name]), re.MULTILINE):
        assert line.replace("`", "") in said
    assert ".md" not in "".join(href for href, _ in Paper(text).links), "links lead to pages, or nowhere"


@pytest.mark.django_db
def test_everything_to_read_is_found_from_one_page() -> None:
    links = [href for href, _ in Paper(page("/rules")).links]
    assert {f"/help/{name}" for name in PAGES} <= set(links)
    assert {f"/rules/{name}" for name in engine.RULESETS} <= set(links)
    assert "/rules" in [href for href, _ in Paper(page("/")).links]


@pytest.mark.django_db
def test_what_there_is_not_is_not_found() -> None:
    for path in ("/rules/chess@1", "/help/secrets", "/rules/..%2fapi", "/help/../api"):
        assert Client().get(path).status_code == 404


@pytest.mark.django_db
def test_a_refusal_leads_to_its_rule() -> None:
    game = chosen(started(players(2)))
    seat = prompts(game)[0]["seat"]
    visitor = Visitor(holder(game, seat), game.pk)
    visitor.open()
    visitor.open("?take=deck")
    form = visitor.form("Take")
    visitor.send(form, [*((name, value) for name, value in form.filled() if name != "move"), ("move", "pass")], 422)
    (where,) = [href for href, words in visitor.page.links if words.startswith("Rule ")]
    assert where == "/rules/usa@1#B11"

"""The site's manual: rules, playing by email, notation. Each page is made from a document."""

import re

import pytest
from django.test import Client

import engine
from games.web.manual import document_pages
from tests.engine.numbers import NUMBERS
from tests.games.stories import chosen, holder, players, prompts, started
from tests.web.paper import Paper, Visitor

IDS = re.compile(r'id="([A-Z]\d+)"')


def page(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", engine.RULESETS)
def test_every_game_has_its_rules_with_the_numbers_that_refusals_name(ruleset: str) -> None:
    text = page(f"/rules/{ruleset}")
    anchors = IDS.findall(text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([A-Z]\d+)"', text)) <= set(anchors)
    assert "<svg" in text
    assert {f"B{number}" for number in range(1, 23)} <= set(anchors)


@pytest.mark.django_db
def test_all_numbers_are_on_one_page_too() -> None:
    anchors = set(IDS.findall(page("/help/rules")))
    assert anchors >= {number.upper() for number in NUMBERS if number[0] in "bwcp"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", document_pages.PAGES)
def test_every_document_with_a_page_is_shown_whole(name: str) -> None:
    text = page(f"/help/{name}")
    assert text.count("<h1") == 1
    said = Paper(text).text
    for line in re.findall(r"^## (.*)$", document_pages.text_of(document_pages.PAGES[name]), re.MULTILINE):
        assert line.replace("`", "") in said
    assert ".md" not in "".join(href for href, _ in Paper(text).links), "links lead to pages, or nowhere"


@pytest.mark.django_db
def test_everything_to_read_is_found_from_one_page() -> None:
    links = [href for href, _ in Paper(page("/rules")).links]
    assert {f"/help/{name}" for name in document_pages.PAGES} <= set(links)
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

"""The guides for programmers: every document about the API as a page, a search in them, and where links lead."""

import re

import pytest
from django.test import Client

from games.web.manual.addresses import GUIDES, address
from games.web.manual.document_pages import text_of
from tests.web.paper import Paper

pytestmark = pytest.mark.django_db


def read(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def links(html: str) -> list[str]:
    return [href for href, _ in Paper(html).links]


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_is_shown_whole(name: str) -> None:
    html = read(f"/help/api/{name}")
    assert html.count("<h1") == 1
    said = Paper(html).text
    for line in re.findall(r"^## (.*)$", text_of(f"{name}.md"), re.MULTILINE):
        assert line.replace("`", "") in said


@pytest.mark.parametrize("name", GUIDES)
def test_its_links_lead_somewhere(name: str) -> None:
    html = read(f"/help/api/{name}")
    for path, _, anchor in (href.partition("#") for href in links(html) if not href.startswith("http")):
        page = read(path) if path else html
        assert not anchor or f'id="{anchor}"' in page, f"{path}#{anchor}"


@pytest.mark.parametrize("name", GUIDES)
def test_no_link_of_the_document_is_lost(name: str) -> None:
    plain = re.sub(r"```.*?```|`[^`]*`", "", text_of(f"{name}.md"), flags=re.DOTALL)
    assert [href for href in re.findall(r"\]\(([^)]+)\)", plain) if not address(href)] == []


def test_all_guides_are_found_from_the_foot_of_any_page() -> None:
    assert "/help/api" in links(read("/"))
    assert {f"/help/api/{name}" for name in GUIDES} <= set(links(read("/help/api")))
    assert {"/api/v1/docs", "/api/v1/schema"} <= set(links(read("/help/api")))
    assert "/help/api" in links(read("/api/v1/docs"))


def test_a_search_leads_to_the_section() -> None:
    html = read("/help/api?q=Last-Event-ID")
    assert "/help/api/api#streams" in links(html)
    assert "Nothing has all these words" in Paper(read("/help/api?q=zeppelin")).text
    assert "Found" not in Paper(read("/help/api?q=%20")).text
    assert "<b>x" not in read("/help/api?q=<b>x</b>")


def test_a_problem_leads_browsers_to_its_row() -> None:
    problem = Client().get("/api/v1/games/nonesuch").json()
    path, _, anchor = problem["type"].partition("#")
    led = Client().get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert led.status_code == 302
    assert "Accept," in led["Vary"]
    assert f'<tr id="{anchor}">' in read(led["Location"])
    assert Client().get(path).json()["results"]


def test_the_schema_leads_to_the_guides() -> None:
    schema = Client().get("/api/v1/schema", headers={"Accept": "application/vnd.oai.openapi+json"}).content.decode()
    assert '"externalDocs"' in schema
    named = set(re.findall(r"/help/api/[a-z-]+", schema))
    assert "/help/api/checking" in named
    for path in named:
        assert Client().get(path, follow=True).status_code == 200, path
    assert ".md" not in schema


def test_programs_are_text() -> None:
    answer = Client().get("/help/api/programs/night_mail_client.py")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert b"class " in answer.content


@pytest.mark.parametrize("path", ["no-guide", "architecture", "programs/settings.py", "programs/..%2f..%2fmanage.py"])
def test_nothing_else_is_shown(path: str) -> None:
    assert Client().get(f"/help/api/{path}").status_code == 404

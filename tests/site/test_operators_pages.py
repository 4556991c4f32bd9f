"""What a public site owes: who runs it, on which terms, and whose trademark the game's name is."""

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from notifications.doctor import Level, accounts
from ttr_site import owed

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTICE = "# Privacy notice\n\nRun by **Ada**, [write to her](mailto:ada@site.example), Ada Ltd (B2), flat B12.\n"


@pytest.mark.django_db
def test_an_operators_pages_are_linked_at_the_foot_once_they_are_written(client: Client, settings: Settings) -> None:
    assert client.get("/privacy").status_code == client.get("/terms").status_code == 404
    page = client.get("/").text
    assert "not affiliated with Days of Wonder" in page
    assert "/privacy" not in page
    settings.OPERATOR_CONTACT, settings.PRIVACY_NOTICE = "mailto:ada@site.example", NOTICE
    foot = client.get("/").text.partition("<footer")[2]
    assert '<a href="mailto:ada@site.example">Contact</a>' in foot
    assert '<a href="/privacy">Privacy</a>' in foot
    assert "/terms" not in foot
    notice = client.get("/privacy").text
    assert "<h1>Privacy notice</h1>" in notice
    assert '<strong>Ada</strong>, <a href="mailto:ada@site.example">' in notice
    assert "Ada Ltd (B2), flat B12." in notice, "which are no rules"


@pytest.mark.parametrize("name", ["privacy", "terms"])
def test_a_template_with_a_blank_is_refused(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("THIS", str(DOCS / f"{name}.md"))
    with pytest.raises(ImproperlyConfigured, match=r"THIS names a template .*: \[\[ your name or organiz"):
        owed.document("THIS")
    filled = re.sub(r"\[\[ (.*?) \]\]", r"\1", (DOCS / f"{name}.md").read_text())
    (tmp_path / "filled.md").write_text(filled)
    monkeypatch.setenv("THIS", str(tmp_path / "filled.md"))
    assert owed.document("THIS") == filled
    monkeypatch.setenv("THIS", str(tmp_path / "none.md"))
    with pytest.raises(ImproperlyConfigured, match="THIS must name a file that can be read"):
        owed.document("THIS")


@pytest.mark.parametrize(
    ("value", "link"),
    [("", ""), ("a@b.example", "mailto:a@b.example"), ("https://b.example/contact", "https://b.example/contact")],
)
def test_a_contact_is_an_address_or_a_page(value: str, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THIS", value)
    assert owed.contact("THIS") == link
    monkeypatch.setenv("THIS", "javascript:alert(1)")
    with pytest.raises(ImproperlyConfigured, match="THIS must be an email address"):
        owed.contact("THIS")


def test_doctor_says_what_an_open_site_owes(settings: Settings) -> None:
    settings.SIGN_UP = "open"
    (found,) = accounts.owed()
    assert found.level is Level.WARNING
    assert "OPERATOR_CONTACT, PRIVACY_NOTICE, TERMS_OF_USE is not set" in found.text
    settings.SIGN_UP = "invited"
    (found,) = accounts.owed()
    assert found.level is Level.FINE

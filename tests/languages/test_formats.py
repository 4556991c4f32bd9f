"""Dates and times are written as each language writes them, and in English as this site always has."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.formats import SKELETONS, write_date

pytestmark = pytest.mark.usefixtures("german")
AT = datetime(2026, 11, 28, 13, 5, tzinfo=UTC)
ROOT = Path(__file__).parents[2]
APPS = "games", "notifications", "ttr_site"
DATES = re.compile(r"""\|date:["']([^"']+)["']""")


def test_english_stays_as_it_is() -> None:
    assert write_date(AT, "D j F Y, H:i") == "Sat 28 November 2026, 13:05"
    assert write_date(AT, "j M H:i") == "28 Nov 13:05"


@pytest.mark.parametrize(
    ("language", "form", "written"),
    [
        ("de", "D j M, H:i", "Sa., 28. Nov., 13:05"),
        ("pl", "D j M, H:i", "sob., 28 lis, 13:05"),
        ("fi", "H:i", "13.05"),
        ("da", "j F Y", "28. november 2026"),
        ("da", "M Y", "nov. 2026"),
        ("fr", "j F Y", "28 novembre 2026"),
        ("fr", "M Y", "nov. 2026"),
    ],
)
def test_others_have_their_own_order(language: str, form: str, written: str) -> None:
    with override(language):
        assert write_date(AT, form) == written


@pytest.mark.parametrize(
    ("language", "written"),
    [("fr", "mar. 1er déc., 01:11"), ("es", "mar, 1 dic, 1:11"), ("fr-CA", "mar. 1er déc., 01 h 11")],
)
def test_a_first_of_the_month_is_written_as_a_language_does(language: str, written: str) -> None:
    with override(language):
        assert write_date(datetime(2026, 12, 1, 1, 11, tzinfo=UTC), "D j M, H:i") == written
        assert "1er" not in write_date(AT.replace(day=11), "D j M, H:i")


def test_every_form_in_a_template_is_known() -> None:
    """A form that is not is written in English; those of programs begin with the year."""
    texts = [file.read_text(encoding="utf-8") for app in APPS for file in (ROOT / app).rglob("templates/**/*.*")]
    forms = {form for text in texts for form in DATES.findall(text)}
    assert "F Y" in forms
    assert {form for form in forms - SKELETONS.keys() if not form.startswith(("Y-m-d", "c"))} == set()


def test_every_form_is_written() -> None:
    with override("de"):
        assert all(write_date(AT, form) != AT.strftime(form) for form in SKELETONS)
        assert write_date(date(2026, 11, 28), "j F Y") == "28. November 2026"


def test_templates_do_the_same() -> None:
    template = Template("{{ at|date:'j F Y' }} {{ at|date:'Y-m-d' }}{{ none|date:'j F Y' }}")
    with override("de"):
        assert template.render(Context({"at": AT})) == "28. November 2026 2026-11-28"

"""Dates and times are written as each language writes them, and in English as this site always has."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.formats import SKELETONS, write_date

pytestmark = pytest.mark.usefixtures("german")
AT = datetime(2026, 11, 28, 13, 5, tzinfo=UTC)


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
    ],
)
def test_others_have_their_own_order(language: str, form: str, written: str) -> None:
    with override(language):
        assert write_date(AT, form) == written


def test_every_form_is_written() -> None:
    with override("de"):
        assert all(write_date(AT, form) != AT.strftime(form) for form in SKELETONS)
        assert write_date(date(2026, 11, 28), "j F Y") == "28. November 2026"


def test_templates_do_the_same() -> None:
    template = Template("{{ at|date:'j F Y' }} {{ at|date:'Y-m-d' }}{{ none|date:'j F Y' }}")
    with override("de"):
        assert template.render(Context({"at": AT})) == "28. November 2026 2026-11-28"

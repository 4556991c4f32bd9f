"""Emails hold in the mail programs people use; every email that any of these tests receives is checked so."""

import re

import pytest

from notifications.letters.style import STYLE
from tests.notifications.mail_programs import losses

PAGE = '<!doctype html><html><head><style>{style}</style></head><body bgcolor="#fff">{body}</body></html>'
AS_BY_DAY = {
    ".masthead td",
    ".masthead .due",
    ".masthead b",
    ".masthead .doing",
    ".label",
    ".chip",
    ".seat",
}
"""Dark by day, too, or a colored chip with an edge of its own."""


@pytest.mark.parametrize(
    ("body", "lost"),
    [
        ("<section>A</section>", "<section>"),
        ('<p style="display: flex">A</p>', "display of <p>"),
        ('<p style="position: absolute; color: red">A</p>', "position of <p>"),
        ('<td style="float: left">A</td>', "float of <td>"),
        ('<a style="padding: 4px">A</a>', "padding of <a>"),
        ('<td style="background: #000">A</td>', "<td> without bgcolor"),
        ('<td bgcolor="#000" style="background: url(cid:a)">A</td>', "<td> loads something"),
        ('<img width="9" alt="" src="https://a.example/a.png">', "<img> loads something"),
        ('<img width="9" src="cid:a">', "<img> without alt"),
        ('<table cellpadding="0" cellspacing="0" role="presentation"></table>', "<table> without width"),
        (f"<p>{'a' * 102_000}</p>", "the end"),
    ],
)
def test_what_a_program_would_drop_is_found(body: str, lost: str) -> None:
    assert list(losses(PAGE.format(style="", body=body))) == [lost]


def test_a_style_sheet_that_gmail_drops_is_found() -> None:
    assert list(losses(PAGE.format(style="p { color: red }" * 600, body="<p>A</p>"))) == ["the style sheet"]


def test_each_color_of_the_day_has_one_by_night() -> None:
    day, _, night = STYLE.partition("@media (prefers-color-scheme: dark) {")
    colored = {
        selector.strip()
        for selectors, rules in re.findall(r"^([^@{}\n]+) \{([^{}]*)\}", day.partition("@media")[0], re.MULTILINE)
        if re.search(r"(?<!border-)color:|background:|border(-\w+)?: \dpx", rules)
        for selector in selectors.split(",")
    }
    dark = {
        selector.strip()
        for selectors in re.findall(r"^\s*([^{}\n]+) \{", night, re.MULTILINE)
        for selector in selectors.split(",")
    }
    missing = {one for one in colored - AS_BY_DAY if one not in dark and one.split(" ")[-1] not in dark}
    assert len(colored) > 12
    assert not missing, missing

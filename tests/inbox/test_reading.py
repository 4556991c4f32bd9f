"""Reading emails outside the corpus: limits and speed, for any input."""

import base64
import time
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from typing import Final

import pytest

from notifications.inbox.reading import Typed, UnreadableEmail
from notifications.inbox.sender.headers import TooMuch
from tests.inbox.typed import typed_in
from tests.sweeps import at_length

SECONDS = 1.5
"""Any email takes a fraction of it; the test must pass on a slow, busy machine."""
SIZE = 390_000
"""Characters of a text: nearly the longest that is read."""


def email(text: bytes | str, kind: str = "text/plain; charset=utf-8", **fields: str) -> bytes:
    named = {"From": "Ada <ada@mail.example>", "Subject": "Re: Your turn", "Content-Type": kind, **fields}
    header = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in named.items())
    return f"{header}\n".encode() + (text if isinstance(text, bytes) else text.encode())


def parts(count: int) -> bytes:
    return email(
        "".join(f"--b\nContent-Type: text/plain\n\n{n}\n" for n in range(count)), "multipart/mixed; boundary=b"
    )


def nested(depth: int) -> bytes:
    within = "Content-Type: text/plain\n\ndraw red"
    for level in range(depth):
        within = f"--b{level}\n{within}\n--b{level}--\n"
        within = f"Content-Type: multipart/mixed; boundary=b{level}\n\n{within}"
    return b"From: ada@mail.example\n" + within.encode()


def filled(unit: str) -> str:
    return unit * (SIZE // len(unit.encode()))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "many fields": lambda: "".join(f"X-{n}: y\n" for n in range(20_000)).encode() + b"\ndraw red",
    "a long field": lambda: email("draw red", X_Long="y" * SIZE),
    "a long folded field": lambda: email("draw red", X_Long="\n ".join(["y" * 60] * 3_000)),
    "many copies": lambda: email("draw red", Cc=", ".join(f"p{n}@mail.example" for n in range(50_000))),
    "many parts": lambda: parts(10_000),
    "many empty parts": lambda: email("--b\n" * 40_000, "multipart/mixed; boundary=b"),
    "deep": lambda: nested(500),
    "the same boundary again": lambda: email(
        "--b\nContent-Type: multipart/mixed; boundary=b\n\n" * 4_000, "multipart/mixed; boundary=b"
    ),
    "many continued parameters": lambda: email("draw red", "text/plain" + "".join(f"; c*{n}=x" for n in range(5_000))),
    "an encoded subject": lambda: email("draw red", Subject="=?utf-8?q?=0D=0A?=" * 5_000),
    "no end of the header": lambda: b"X: y\n" * 40_000,
    "one line": lambda: email("draw " * (SIZE // 5)),
    "marks": lambda: email(filled("> ")),
    "marked lines": lambda: email(filled("> a\n")),
    "marked lines of some length": lambda: email(filled("> On Mon, 2 Mar 2026 at 12:00, Night Mail wrote:\n")),
    "many short lines": lambda: email(filled("a\n")),
    "many blank lines": lambda: email(filled("\n")),
    "on and on": lambda: email(filled("On ")),
    "on and on in lines": lambda: email(filled("On Mon, 2 Mar 2026 at 12:00, Night Mail <a@mail.example>\n")),
    "on and wrote": lambda: email(filled("On 2 Mar 2026 wrote\n> a\n")),
    "fields": lambda: email(filled("From: x\n")),
    "fields with spaces": lambda: email(filled("Von" + " " * 40 + "x\n")),
    "a word in a quote": lambda: email("> " + filled("a")),
    "words in a quote": lambda: email("> " + filled("a b")),
    "a line below a long quote": lambda: email("> " + "a" * (SIZE // 2) + "\n" + "foo\n" * (SIZE // 8)),
    "lines below quotes": lambda: email(filled("> " + "a" * 60 + "\nfoo\n")),
    "an attribution in German": lambda: email("Am 1.1.2026 schrieb " * 199),
    "attributions in German": lambda: email(("Am 1.1.2026 schrieb " * 8 + "\n") * 25),
    "an attribution in English": lambda: email("On 2 Mar 2026 at 12:00 " * 170),
    "stars": lambda: email(("*" * 65 + "\n") * 60),
    "addresses": lambda: email(filled("a@" * 240 + "<\n> x\n")),
    "exclamations": lambda: email(filled("> " + "a" * 60 + "\n" + "!" * 500 + "\n")),
    "spaces": lambda: email(filled(" ") + "x"),
    "dashes": lambda: email(filled("- -")),
    "sent from": lambda: email(filled("Sent from my ")),
    "regards": lambda: email(filled("regards \n")),
    "best and best": lambda: email("a\n" + filled("Best ")),
    "disclaimers": lambda: email("a\n" + filled("Disclaimer: x mail. ")),
    "combining marks": lambda: email("a" + "\u0301\u0323" * 50_000),
    "combining marks in lines": lambda: email(filled("a" + "\u0301\u0323" * 200 + "\n")),
    "invisible": lambda: email(filled("\u200b")),
    "flowed": lambda: email(filled("a \n"), "text/plain; format=flowed"),
    "flowed marks": lambda: email(filled("> \n>> \n"), "text/plain; format=flowed"),
    "quoted-printable": lambda: email(filled("=\n"), Content_Transfer_Encoding="quoted-printable"),
    "bad base64": lambda: email(filled("=A"), Content_Transfer_Encoding="base64"),
    "long base64": lambda: email(base64.b64encode(b"x " * 400_000), Content_Transfer_Encoding="base64"),
    "utf-7": lambda: email(filled("+AGQ-"), "text/plain; charset=utf-7"),
    "punycode": lambda: email(filled("a-b"), "text/plain; charset=punycode"),
    "elements": lambda: email(filled("<div>"), "text/html"),
    "paragraphs": lambda: email(filled("<p>a"), "text/html"),
    "quotes": lambda: email(filled("<blockquote>a</blockquote>"), "text/html"),
    "ends": lambda: email("<b>" * 250 + filled("</i>"), "text/html"),
    "borders on the left": lambda: email(f'<p style="{filled("border-left")}">x</p>', "text/html"),
    "borders on top": lambda: email(f'<p style="{filled("border-top:")}">x</p>', "text/html"),
    "links": lambda: email(filled("<a href='//x.example/1'>1</a>"), "text/html"),
    "attributes": lambda: email("<div " + filled("a=b ") + ">x</div>", "text/html"),
    "open angles": lambda: email(filled("<"), "text/html"),
    "open values": lambda: email(filled("<a b='x>"), "text/html"),
    "other open values": lambda: email(filled('<a b="x> '), "text/html"),
    "open comments": lambda: email(filled("<!--"), "text/html"),
    "open declarations": lambda: email(filled("<![a"), "text/html"),
    "open instructions": lambda: email(filled("<?a"), "text/html"),
    "open tags": lambda: email(filled("<a "), "text/html"),
    "references": lambda: email(filled("&amp"), "text/html"),
    "references without end": lambda: email("&" + "a" * SIZE, "text/html"),
    "stars in a page": lambda: email(filled("<b>*</b>"), "text/html"),
    "lists in a page": lambda: email(filled("<ul><li>a"), "text/html"),
    "tables in a page": lambda: email(filled("<table><tr><td>a"), "text/html"),
    "nothing": lambda: b"",
    "noughts": lambda: b"\0" * SIZE,
    "any bytes": lambda: bytes(range(256)) * 800,
}


LOOKED_AT = (
    *("ends", "flowed marks", "quotes", "stars in a page", "many blank lines", "a word in a quote"),
    *("a line below a long quote", "an attribution in German", "borders on the left", "borders on top", "links"),
)


@pytest.mark.parametrize("name", at_length(HOSTILE, at_once=LOOKED_AT))
def test_no_email_takes_long(name: str) -> None:
    raw = HOSTILE[name]()
    begun = time.thread_time()
    with suppress(UnreadableEmail, TooMuch):
        assert isinstance(typed_in(raw), Typed)
    assert time.thread_time() - begun < SECONDS


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (parts(61), "too_many_parts"),
        (nested(9), "too_deep"),
        (email("x" * 2_000_001), "too_large"),
        (email("draw red\n" * 201), "too_long"),
        (email("d" * 2_001), "too_long"),
        (email("<div>" * 302, "text/html"), "too_many_tags"),
        (email("draw red", Content_Transfer_Encoding="x-uuencode"), "unknown_encoding"),
        (email("draw red", "multipart/mixed"), "no_boundary"),
        (email(""), "no_text"),
    ],
)
def test_what_is_too_much_is_refused_by_name(raw: bytes, reason: str) -> None:
    with pytest.raises(UnreadableEmail) as found:
        typed_in(raw)
    assert found.value.reason == reason


def test_a_header_that_is_too_much_is_not_read() -> None:
    with pytest.raises(TooMuch):
        typed_in(HOSTILE["many fields"]())


def test_parts_within_bounds_are_read() -> None:
    assert typed_in(parts(60)).lines == ("0",)
    assert typed_in(nested(8)).lines == ("draw red",)


def test_what_python_writes_is_read() -> None:
    message = EmailMessage()
    message["From"] = "ada@mail.example"
    message["Subject"] = "Ré: à vous"
    message.set_content("claim salt_lake_city-denver rouge 3, déjà\n" * 3)
    message.add_alternative("<p>other</p>", subtype="html")
    message.add_attachment(b"draw deck", maintype="text", subtype="plain", filename="orders.txt")
    typed = typed_in(message.as_bytes())
    assert typed.subject == "Ré: à vous"
    assert typed.lines == ("claim salt_lake_city-denver rouge 3, déjà",) * 3
    assert typed.text == "\n".join(typed.lines)


def test_a_header_inside_a_part_is_none() -> None:
    """A part that begins with a blank line has no header: the rest is text, whatever it looks like."""
    raw = email("--b\n\nContent-Type: text/html\n\n<b>draw red</b>\n--b--\n", "multipart/mixed; boundary=b")
    assert "<b>draw red</b>" in typed_in(raw).lines


def read(page: str) -> list[str]:
    return list(typed_in(email(page, "text/html; charset=utf-8")).lines)


@pytest.mark.parametrize(
    "sheet",
    [
        ".x{display:none}",
        "p.a, span.x , b { margin: 0; Display : NONE !important }",
        "<!-- /* old */ .x { visibility: hidden } -->",
        "@media (max-width: 600px) { .y { color: red } .x { font-size: 0px } }",
        "#x{max-height:0}",
        "div [class='x'] {opacity:0}",
        "body div > .x{mso-hide:all}",
        "section {display:none}",
    ],
)
def test_what_a_style_sheet_hides_is_no_order(sheet: str) -> None:
    hidden = '<section class="x" id="x">draw deck</section>'
    page = f"<html><head><style>{sheet}</style></head><body>{hidden}<div class='b'>draw red</div></body></html>"
    assert read(page) == ["draw red"]
    assert read(f"<div>{hidden}</div><p>draw red</p><STYLE type='text/css'>{sheet}") == ["draw red"]


@pytest.mark.parametrize(
    "sheet",
    [".other{display:none}", "p.MsoNormal{margin:0}", "a:hover{opacity:1}", ".x{top:0}", "{}}{display:none}"],
)
def test_what_no_style_sheet_hides_is_read(sheet: str) -> None:
    assert read(f"<style>{sheet}</style><p class='x MsoNormal'>draw red</p>") == ["draw red"]


@pytest.mark.parametrize("unit", ["<style>", "<style>.x{", "<style>/*", ".x{display:none}", "a,", "}", "{"])
def test_style_sheets_are_read_in_bounded_time(unit: str) -> None:
    begun = time.thread_time()
    with suppress(UnreadableEmail):
        read(f"<style>{filled(unit)}</style><p>draw red</p>")
    assert time.thread_time() - begun < SECONDS


@pytest.mark.parametrize(
    "quote",
    [
        "On Wed, Nov 25, 2026 at 5:35 PM Night Mail <play@games.example> wrote:",
        "On 25 Nov 2026, at 17:35, Night Mail <play@games.example> wrote:",
        "On Wed, 25 Nov 2026 17:35:12 -0000, Night Mail\n<play@games.example> wrote:",
    ],
)
@pytest.mark.parametrize("typed", ["say See you: https://mail.example/x", "say Well: I was sure of it", "B: yes"])
def test_the_time_of_day_above_a_quote_makes_no_header_of_a_line_with_a_colon(typed: str, quote: str) -> None:
    assert typed_in(email(f"{typed}\n\n{quote}\n> It is your turn.\n")).lines == (typed,)


ATTRIBUTION = "\n\nOn Mon, 2 Mar 2026 at 12:00, Night Mail <play@mail.example> wrote:\n> It is your turn.\n"


@pytest.mark.parametrize("below", ["", "\n\nsee you", ATTRIBUTION, ATTRIBUTION.replace("\n\n", "\n")])
@pytest.mark.parametrize(
    "said",
    [
        "say at 10:30: I will move:",
        "Say ask Ada <ada@mail.example>",
        "say: write to <ada@mail.example>:",
        "say back on 2/3/2026",
    ],
)
def test_words_for_the_table_introduce_no_quote(said: str, below: str) -> None:
    assert typed_in(email(f"draw red\n{said}{below}")).lines[:2] == ("draw red", said)


def test_a_quote_that_begins_with_the_name_say_stays_a_quote() -> None:
    for by in ("Say Lee <say@mail.example> wrote:", "Say Lee <say@mail.example>", "say on 2 Mar 2026 at 12:00:"):
        assert typed_in(email(f"draw red\n\n{by}\n> draw blue\n")).lines == ("draw red",), by
    assert typed_in(email("draw red\n\nSay Lee <say@mail.example> wrote:\n\ndraw blue\n")).lines == ("draw red",)


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("draw<br>red <b>\n and\n</b> blue", ["draw", "red and blue"]),
        (
            "<ol><li>draw red<li>draw blue</ol><ul><li>pass</ul><li>board",
            ["1. draw red", "2. draw blue", "* pass", "* board"],
        ),
        ("<table><tr><td>draw<td>red</table>tickets", ["draw red", "tickets"]),
        ("<pre>draw red\ndraw blue</pre>", ["draw red", "draw blue"]),
        ("<div>draw red<blockquote>3<p>4</div>tickets", ["draw red", "tickets"]),
        (r"claim el\_paso-santa&#95;fe \- 2", [r"claim el\_paso-santa_fe \- 2"]),
    ],
)
def test_a_page_s_lines_are_those_that_it_shows(page: str, lines: list[str]) -> None:
    assert read(page) == lines


INTRODUCED: Final = "<div>On Mon, 2 Mar 2026 at 12:00, Night Mail &lt;play@mail.example&gt; wrote:<br></div>"


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("<blockquote>It is your turn.</blockquote><div>draw red</div><blockquote>3</blockquote>", ["draw red"]),
        ("<blockquote>3</blockquote><div>draw red</div><blockquote>4</blockquote>tickets", ["draw red", "tickets"]),
        ("<blockquote><div>3</div><blockquote>4</blockquote></blockquote><p>draw red</p>", ["draw red"]),
        ("<blockquote>3<div>draw blue</div></blockquote>", []),
        ("<blockquote>3<p>draw blue", []),
        ("<p>3</p><blockquote>4</blockquote><p>draw blue</p>", []),
        ("<div class=gmail_quote><blockquote>3</blockquote>draw blue</div>", []),
    ],
)
def test_what_is_typed_between_the_quotes_of_a_page_is_read(page: str, lines: list[str]) -> None:
    assert read(INTRODUCED + page) == lines


@pytest.mark.parametrize("subject", ["Read: Your turn", "Gelesen: Your turn", "Not read: Your turn", "Lu : Your turn"])
def test_a_read_receipt_as_plain_text_is_a_machine_s(subject: str) -> None:
    assert typed_in(email("Your message\n  Subject: Your turn\nwas read.", Subject=subject)).is_automatic


@pytest.mark.parametrize(("value", "is_automatic"), [("All", True), ("OOF, AutoReply", True), ("None", False)])
def test_what_asks_for_no_automatic_answer_is_a_machine_s(value: str, is_automatic: bool) -> None:
    assert typed_in(email("2", X_Auto_Response_Suppress=value)).is_automatic is is_automatic


@pytest.mark.parametrize("subject", ["Re: Your turn", "Ready: 2", "Reading", "Lucky: me"])
def test_what_only_begins_like_a_read_receipt_is_a_person_s(subject: str) -> None:
    assert typed_in(email("2", Subject=subject)).lines == ("2",)


REACTION = """--b
Content-Type: text/plain; charset=utf-8

\U0001f44d

Ada reacted via Gmail
--b
Content-Type: text/vnd.google.email-reaction+json; charset=utf-8

{"emoji": "\U0001f44d", "version": 1}
--b--
"""


def test_a_reaction_orders_nothing() -> None:
    assert typed_in(email(REACTION, "multipart/alternative; boundary=b")).is_automatic


SIGNED_IN_TEXT = """-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

draw red
- tickets
{below}-----BEGIN PGP SIGNATURE-----

iHUEARYKAB0WIQTExample=
-----END PGP SIGNATURE-----
"""


def test_what_is_signed_in_the_text_is_read() -> None:
    assert typed_in(email(SIGNED_IN_TEXT.format(below=""))).lines == ("draw red", "tickets")
    quoted = SIGNED_IN_TEXT.format(below="\nOn Mon, 2 Mar 2026 at 12:00, Night Mail wrote:\n> 3\n")
    assert typed_in(email(quoted)).lines == ("draw red", "tickets")
    assert typed_in(email("tickets\n\n" + SIGNED_IN_TEXT.format(below=""))).lines == ("tickets",)


def test_what_is_encrypted_in_the_text_is_unreadable() -> None:
    with pytest.raises(UnreadableEmail, match="encrypted"):
        typed_in(email("-----BEGIN PGP MESSAGE-----\n\nhQEMA0\n-----END PGP MESSAGE-----\n"))


@pytest.mark.parametrize(
    "banner", ["*** This message was sent from outside ***", "-----", "* * *", "----- EXTERNAL -----", "=====", "_____"]
)
@pytest.mark.parametrize("below", ["", "\n-- \nAda", "\nSent from my iPhone", ATTRIBUTION, "\n> 3\n> 4"])
def test_a_line_of_dashes_or_stars_above_hides_nothing(banner: str, below: str) -> None:
    assert typed_in(email(f"{banner}\n\ndraw red\n{below}")).lines == ("draw red",)


@pytest.mark.parametrize(
    "quote",
    [
        "-----\n" + "It is your turn.\ndraw red\n" * 3,
        "-----\nFrom: Night Mail <play@mail.example>\nSubject: Your turn\n\n3",
        "----- Original Message -----\n3",
        "---- On Mon, 2 Mar 2026 Night Mail menulis ----\n3",
        "-----\n3\n-----\n4",
        "-- \n3",
    ],
)
def test_a_line_of_dashes_above_a_quote_ends_it_all(quote: str) -> None:
    assert typed_in(email(quote)).lines == ()


@pytest.mark.parametrize(
    "last",
    [
        "ca6a0a3f9b1f4b69412be35385e87844267ab78c7ec8cc778427c56a67edc63b",
        "https://games.example/disputes/cnkdrts3x2kn.fdb9atkhs7ez.6b093976~7SDHl4cxIhLYAdGR9ePvGCB1J2k8APFWXhEH49FiPR8",
        "[2] https://games.example/disputes/cnkdrts3x2kn.fdb9atkhs7ez.6b093976~7SDHl4cxIhLYAdGR9ePvGCB1J2k8APFWXhEH49",
    ],
)
def test_what_is_typed_directly_below_the_last_quoted_line_is_read(last: str) -> None:
    quote = f"On Mon, 2 Mar 2026 at 12:00, Night Mail wrote:\n> It is your turn.\n> {last}\n"
    assert typed_in(email(f"{quote}2")).lines == ("2",)
    assert typed_in(email(f"{quote}draw red\nsee you")).lines == ("draw red", "see you")
    assert typed_in(email(f"{quote}2\n> {last}\n")).lines == ("2",), "a whole order is the rest of nothing"
    assert typed_in(email(f"{quote}draw red\n> {last}\n")).lines == (), "it may be the second half of a line"


def test_the_second_half_of_the_last_quoted_line_is_no_order() -> None:
    quote = "On Mon, 2 Mar 2026 at 12:00, Night Mail wrote:\n> Everybody who plays at this table may now propose to\n"
    assert typed_in(email(f"{quote}draw red")).lines == ()

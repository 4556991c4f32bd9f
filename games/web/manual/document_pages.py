"""A document of `docs/` as a page: CommonMark with tables, and links to the pages of the site.

Numbers of rules are links: `(B12)` in a paragraph becomes a small link at its end. It leads to the row of the table
that explains the rule, an anchor `#B12` on the same page or on the page of all numbers.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from games import languages
from games.web.manual.addresses import DOCS, PAGES, address, list_documents

SOURCE: Final = "en"
"""The language of every document that has not been translated."""
NUMBER: Final = re.compile(r"\b([A-Z])([1-9][0-9]?)\b")
"""A rule's number: its chapter and its place in it."""
CITED: Final = re.compile(r"\s\(([A-Z][1-9][0-9]?(?:, [A-Z][1-9][0-9]?)*)\)")
"""Rules' numbers in brackets, after a statement."""
PARAGRAPH: Final = re.compile(r"<p>(.*?)</p>", re.DOTALL)
PICTURE: Final = "picture:"
"""The prefix of the address of a picture that the page draws itself."""
KEYED_ROW: Final = re.compile(r"<tr>\s*<td><code>([a-z_]+)</code></td>")
"""A row of a table that begins with a code, such as that of a problem, which links lead to."""
HEADING: Final = re.compile(r'<h2 id="([^"]*)">(.*?)</h2>')
CODE: Final = re.compile(r"<code.*?</code>|<[^>]*>", re.DOTALL)
"""The parts of a page in which numbers do not become links: code, and tags."""

Draw = Callable[[str], str]


@dataclass(frozen=True)
class ReadPage:
    """A document as a page: its title, and everything after it as HTML; `language` is "" if only its author knows."""

    title: str
    body: SafeString
    language: str = ""

    @property
    def contents(self) -> list[tuple[str, str]]:
        """Return the anchor and the words of each heading."""
        return [(anchor, strip_tags(heading)) for anchor, heading in HEADING.findall(self.body)]


def no_pictures(_name: str) -> str:
    """Draw no picture, for documents without pictures."""
    return ""


def page(file: str, draw: Draw = no_pictures, rules_url: str = "") -> ReadPage:
    """Return a document of `docs/` as a page, translated if there is `docs/de/...`. Raise FileNotFoundError.

    `draw` makes a picture by its name. `rules_url` is the address of the page that explains the rules' numbers, unless
    that is this page.
    """
    language = languages.active()
    if not (DOCS / language / file).is_file():
        language = SOURCE
    title, body = _split_title(text_of(file if language == SOURCE else f"{language}/{file}"))
    return ReadPage(title, mark_safe(_render(body, draw, rules_url)), language)


@cache
def guide(file: str) -> ReadPage:
    """Return a document for programmers as a page, whose rows with a code have anchors. Raise FileNotFoundError."""
    title, body = _split_title(text_of(file))
    html = _render(body, no_pictures, reverse("help-page", args=["rules"]))
    keys: set[str] = set()
    return ReadPage(title, mark_safe(KEYED_ROW.sub(partial(_anchor_row, keys), html)), SOURCE)


def _anchor_row(keys: set[str], row: re.Match[str]) -> str:
    """Give the first row of each code an anchor."""
    if row[1] in keys:
        return row[0]
    keys.add(row[1])
    return row[0].replace("<tr>", f'<tr id="{row[1]}">', 1)


def title_of(file: str) -> str:
    """Return the title of a document. Raise FileNotFoundError."""
    return _split_title(text_of(file))[0]


def find_anchor(heading: str) -> str:
    """Return the anchor of a heading in Markdown, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def read_page(text: str) -> ReadPage:
    """Return the text of an operator's document as a page; "B12" there is no rule's number but, say, a flat's."""
    title, body = _split_title(text)
    return ReadPage(title, mark_safe(_build_html(body, no_pictures)))


@cache
def text_of(file: str) -> str:
    """Return the source of the document. Raise FileNotFoundError."""
    return (DOCS / file).read_text(encoding="utf-8")


def rendered(text: str) -> SafeString:
    """Return a document's text as HTML."""
    return mark_safe(_render(text, no_pictures))


def _split_title(text: str) -> tuple[str, str]:
    """Split off the title, which is the first line."""
    first, _, rest = text.partition("\n")
    return first.removeprefix("# "), rest


def _build_html(text: str, draw: Draw) -> str:
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    html: str = reader.render(text, {"draw": draw})
    return html


def _render(text: str, draw: Draw, rules_url: str = "") -> str:
    html = PARAGRAPH.sub(_move_numbers, _build_html(text, draw))
    rows = re.sub(r"<tr>\s*<td>([A-Z][1-9][0-9]?)</td>", r'<tr id="\1"><th scope="row">\1</th>', html)
    return _link_numbers(rows, rules_url)


def _move_numbers(paragraph: re.Match[str]) -> str:
    """Move the numbers that a paragraph has in brackets to its end."""
    numbers = dict.fromkeys(number for listed in CITED.findall(paragraph[1]) for number in listed.split(", "))
    if not numbers:
        return paragraph[0]
    return f'<p>{CITED.sub("", paragraph[1])} <span class="rule-numbers">{" ".join(numbers)}</span></p>'


def _link_numbers(html: str, rules_url: str) -> str:
    """Turn rules' numbers in sentences into links; leave anchors and code alone."""
    parts = re.split(rf"({CODE.pattern}|<th scope=\"row\">[^<]*</th>)", html, flags=re.DOTALL)
    return "".join(
        part if part.startswith("<") else NUMBER.sub(partial(_link_number, rules_url), part) for part in parts
    )


def _link_number(rules_url: str, match: re.Match[str]) -> str:
    has_row = f"| {match[0]} |" in text_of(PAGES["rules"])
    return f'<a href="{rules_url}#{match[0]}">{match[0]}</a>' if has_row else match[0]


class _Renderer(RendererHTML):
    """A renderer of HTML for our pages: tables and code that scroll, links to pages, pictures drawn here."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: object, env: object) -> str:
        return '<div class="scrolls" tabindex="0"><table class="table manual-table">\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: object, env: object) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: object, env: object) -> str:
        return '<th scope="col">'

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Open a heading, which has an anchor."""
        tokens[idx].attrSet("id", find_anchor(tokens[idx + 1].content))
        return str(self.renderToken(tokens, idx, options, env))

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return str(super().fence(tokens, idx, options, env)).replace("<pre>", '<pre tabindex="0">', 1)

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return str(super().code_block(tokens, idx, options, env)).replace("<pre>", '<pre tabindex="0">', 1)

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Open a link. A link to a document without a page here becomes plain text, the name of a file its title."""
        href = address(str(tokens[idx].attrGet("href")))
        env.setdefault("open", []).append(bool(href))
        if not href:
            return ""
        if (words := tokens[idx + 1]).content in list_documents():
            words.content = f"“{title_of(words.content)}”"
        tokens[idx].attrSet("href", href)
        return str(self.renderToken(tokens, idx, options, env))

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</a>" if env["open"].pop() else ""

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Draw a picture of ours, with its text below it; leave out any other."""
        name = str(tokens[idx].attrGet("src"))
        if not name.startswith(PICTURE):
            return ""
        words = self.renderInlineAsText(tokens[idx].children or [], options, env)
        drawn = env["draw"](name.removeprefix(PICTURE))
        return f'<span class="manual-picture">{drawn}<span class="second">{words}.</span></span>' if drawn else ""

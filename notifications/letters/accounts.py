"""Emails about an account: address verification, sign-in codes and the like.

The words are in templates with the names that django-allauth expects; this app's templates override the library's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language, gettext

from games import instants
from notifications import reply_addresses, times
from notifications.letters import document
from notifications.letters.mime import Letter
from notifications.models import Mail

QUOTED: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Where a template has what somebody wrote, which stands alone in its paragraph."""
BLANK_LINES: Final = re.compile(r"(?:\r?\n|\r|\u2028|\u2029)\s*(?:\r?\n|\r|\u2028|\u2029)")


@dataclass(frozen=True, slots=True)
class BareLink:
    """The address of a page, on a line of its own, below a sentence that says what it is."""

    url: str

    def as_text(self) -> str:
        return self.url

    def as_html(self) -> str:
        return f'<p><a href="{escape(self.url)}">{escape(self.url)}</a></p>'


def write(mail: Mail) -> Letter:
    """Write an email about an account from its template and context."""
    host = urlsplit(settings.PUBLIC_URL).netloc
    context = {**(mail.context or {}), "user": mail.player, "current_site": {"name": document.SITE, "domain": host}}
    if "moved_to" in context:
        zone = mail.player.time_zone if mail.player else "UTC"
        context["moved_to"] = times.spell(instants.read(str(context["moved_to"])), zone)
    context["by_mail"] = bool(context.get("appeals")) and reply_addresses.are_offered()
    subject = render_to_string(f"{mail.template}_subject.txt", context)
    text = str(context.get("text") or "")
    body = render_to_string(f"{mail.template}_message.txt", {**context, "text": text and QUOTED}).strip()
    paragraphs = body.split("\n\n")
    built = [part for paragraph in paragraphs for part in _build_parts(paragraph, text, context, body)]
    parts = document.headed(built, document.SITE)
    return Letter(
        subject=f"[{document.SITE}] {' '.join(subject.split())}",
        text=document.text(parts),
        html=document.html(parts, title=document.SITE, language=get_language() or settings.LANGUAGE_CODE),
        appeals=context.get("appeals", ""),
    )


def _build_parts(paragraph: str, text: str, context: Mapping[str, object], body: str) -> Iterator[document.Element]:
    """Turn a paragraph of a template into a part, or the place of what somebody wrote into this text, quoted.

    So it is not taken for ours, whatever lines it has.
    """
    if paragraph != QUOTED:
        yield _build_part(paragraph, context, body)
        return
    for written in filter(None, map(str.strip, BLANK_LINES.split(text))):
        yield document.Quoted(" ".join(written.split()))


def _build_part(paragraph: str, context: Mapping[str, object], body: str) -> document.Element:
    """Turn a paragraph of a template into a part: a link, a code, a list if each line begins with "- ", or itself."""
    if paragraph == context.get("link"):
        with_code = str(context.get("code")) in body
        words = (
            gettext("Or open this page in any browser and press the button") if with_code else gettext("Open the page")
        )
        return document.Link(words, paragraph)
    if paragraph == context.get("code"):
        return document.Code(paragraph)
    if paragraph == context.get("stop"):
        return document.Link(gettext("Stop it"), paragraph)
    if paragraph == context.get("never"):
        return document.Link(gettext("Never email me again"), paragraph)
    if paragraph == context.get("page"):
        return _build_page_link(context, paragraph)
    lines = paragraph.split("\n")
    if all(line.startswith("- ") for line in lines):
        return document.Items([line.removeprefix("- ") for line in lines])
    return document.Paragraph(paragraph)


def _build_page_link(context: Mapping[str, object], page: str) -> document.Element:
    if "is_cup" not in context:
        return BareLink(page)
    return document.Link(gettext("The cup’s page") if context["is_cup"] else gettext("The league’s page"), page)

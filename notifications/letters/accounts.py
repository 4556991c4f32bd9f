"""Emails about an account: address verification, sign-in codes and the like.

The words are in templates with the names that django-allauth expects; this app's templates override the library's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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
    body = render_to_string(f"{mail.template}_message.txt", context).strip()
    parts = document.headed([_build_part(paragraph, context, body) for paragraph in body.split("\n\n")], document.SITE)
    return Letter(
        subject=f"[{document.SITE}] {' '.join(subject.split())}",
        text=document.text(parts),
        html=document.html(parts, title=document.SITE, language=get_language() or settings.LANGUAGE_CODE),
        appeals=context.get("appeals", ""),
    )


def _build_part(paragraph: str, context: Mapping[str, object], body: str) -> document.Element:
    """Turn a paragraph of a template into a part: a link, a code, a list if each line begins with "- ", or itself.

    What somebody wrote is quoted, so that it is not taken for ours.
    """
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
    if paragraph in map(str.strip, str(context.get("text", "")).split("\n\n")):
        return document.Quoted(" ".join(paragraph.split()))
    lines = paragraph.split("\n")
    if all(line.startswith("- ") for line in lines):
        return document.Items([line.removeprefix("- ") for line in lines])
    return document.Paragraph(paragraph)


def _build_page_link(context: Mapping[str, object], page: str) -> document.Element:
    if "is_cup" not in context:
        return BareLink(page)
    return document.Link(gettext("The cup’s page") if context["is_cup"] else gettext("The league’s page"), page)

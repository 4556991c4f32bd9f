"""What we answer to emails to the site's own address.

What it says is worked out when the email is processed, part by part, and kept in the mail's sealed context until it is
sent.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications.letters import document
from notifications.letters.document import Element, Heading, Items, Link, Paragraph, Verbatim
from notifications.letters.gathering import gathered
from notifications.letters.mime import Letter
from notifications.models import Mail

TEMPLATE: Final = "site_answer"
"""What such a mail has where others about an account have a template."""
PARTS: Final[Mapping[str, type[Any]]] = {
    "paragraph": Paragraph,
    "heading": Heading,
    "items": Items,
    "typed": Verbatim,
    "link": Link,
}


def write(mail: Mail) -> Letter:
    """The letter of such a mail."""
    told = mail.context or {}
    parts: list[Element] = [PARTS[kind](*what) for kind, *what in told.get("parts", ())]
    if "gathered" in told:
        parts = [
            *gathered(told["gathered"]),
            *parts,
            Paragraph(_("Name tables by their ids: numbers count only alone.")),
        ]
    if told.get("hints"):
        parts += [Heading(_("What you can write next")), Verbatim(told["hints"])]
    whole = document.headed(parts, document.SITE)
    html = document.html(whole, title=document.SITE, language=get_language() or "")
    return Letter(told.get("subject") or document.SITE, document.text(whole), html)

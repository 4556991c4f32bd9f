"""Our answers to emails to the site's own address.

What they say is worked out when the email is processed, part by part, and kept in the mail's sealed context until it is
sent.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications.letters import document
from notifications.letters.combined import gathered
from notifications.letters.document import Element, Heading, Items, Link, Paragraph, Verbatim
from notifications.letters.mime import Letter
from notifications.models import Mail

TEMPLATE: Final = "site_answer"
"""The name that such a mail has in the place of a template."""
PARTS: Final[Mapping[str, type[Paragraph | Heading | Items | Verbatim | Link]]] = {
    "paragraph": Paragraph,
    "heading": Heading,
    "items": Items,
    "typed": Verbatim,
    "link": Link,
}


def write(mail: Mail) -> Letter:
    """Write the answer that the mail's context holds."""
    mail_context = mail.context or {}
    parts: list[Element] = [PARTS[kind](*fields) for kind, *fields in mail_context.get("parts", ())]
    if "gathered" in mail_context:
        parts = [
            *gathered(mail_context["gathered"]),
            *parts,
            Paragraph(_("Name tables by their ids: numbers count only alone.")),
        ]
    if mail_context.get("hints"):
        parts += [Heading(_("What you can write next")), Verbatim(mail_context["hints"])]
    headed = document.headed(parts, document.SITE)
    html = document.html(headed, title=document.SITE, language=get_language() or "")
    return Letter(mail_context.get("subject") or document.SITE, document.text(headed), html)

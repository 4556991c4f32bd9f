"""Replies to emails sent to the site's own address, and emails about new tables.

Their content is determined part by part while the email is processed or queued, and kept in the mail's sealed context
until it is sent.
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
"""The name that marks such a mail in its template field."""
TABLES_TEMPLATE: Final = "new_tables"
"""The same for an email about new tables, which is made of such parts, too."""
PARTS: Final[Mapping[str, type[Paragraph | Heading | Items | Verbatim | Link]]] = {
    "paragraph": Paragraph,
    "heading": Heading,
    "items": Items,
    "typed": Verbatim,
    "link": Link,
}


def write(mail: Mail) -> Letter:
    """Write the reply from the mail's context."""
    mail_context = mail.context or {}
    parts: list[Element] = [PARTS[kind](*fields) for kind, *fields in mail_context.get("parts", ())]
    if "gathered" in mail_context:
        parts = [
            *gathered(mail_context["gathered"]),
            *parts,
            Paragraph(_("In an email with several answers, numbers mean nothing: name tables by their ids.")),
        ]
    if mail_context.get("hints"):
        parts += [Heading(_("What you can write next")), Verbatim(mail_context["hints"])]
    headed = document.headed(parts, document.SITE)
    html = document.html(headed, title=document.SITE, language=get_language() or "")
    return Letter(mail_context.get("subject") or document.SITE, document.text(headed), html)

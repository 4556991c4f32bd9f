"""What a public site owes its players: who runs it, a privacy notice, terms of use. Imported as settings."""

import re
from pathlib import Path
from typing import Final

from ttr_site.variables import text, wrong

_MAILBOX: Final = re.compile(r"[^\s@?&]+@[^\s@?&]+")


def contact(name: str) -> str:
    """Return a variable that is an email address or the address of a page, as a link; "" if it is not set."""
    value = text(name)
    if not value or re.fullmatch(r"https?://[^\s/]+(/\S*)?", value):
        return value
    if not _MAILBOX.fullmatch(value):
        wrong(name, "must be an email address like you@example.org, or a page like https://example.org/contact")
    return f"mailto:{value}"


def document(name: str) -> str:
    """Return the text of the file that a variable names; "" if it is not set."""
    if not (file := text(name)):
        return ""
    try:
        content = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        wrong(name, f"must name a file that can be read ({type(error).__name__})")
    if blank := re.search(r"\[\[.*?\]\]", content, re.DOTALL):
        wrong(name, f"names a template that is not filled in yet: {blank[0]} in {file}")
    return content


OPERATOR_CONTACT = contact("OPERATOR_CONTACT")
PRIVACY_NOTICE = document("PRIVACY_NOTICE")
TERMS_OF_USE = document("TERMS_OF_USE")

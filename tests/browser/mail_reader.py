"""An email as its reader sees it."""

from base64 import b64encode
from html import escape

from tests.notifications.post_office import Received


def readable(mail: Received) -> str:
    """Return the email's HTML with its own picture embedded (RFC 2392)."""
    page = mail.html
    for part in mail.message.walk():
        if part.get_content_maintype() == "image":
            held = b64encode(bytes(part.get_content())).decode()
            name = escape(str(part["Content-ID"]).strip("<>"))
            page = page.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{held}")
    return page

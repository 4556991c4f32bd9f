"""The language of emails: the reader's, if we support it."""

from games.languages import find_spoken
from notifications.models import Mail


def of_mail(mail: Mail) -> str:
    """Return the language of an email's reader, who may have no account yet."""
    return find_spoken(mail.player.language if mail.player else (mail.context or {}).get("language", ""))

"""The language of emails and pages: the reader's, if we support it."""

from django.conf import settings
from django.utils.translation import get_supported_language_variant

from games.models import Player
from notifications.models import Mail


def of_player(player: Player | None) -> str:
    """Return the player's language; the site's default without a player."""
    return spoken(player.language if player else "")


def of_mail(mail: Mail) -> str:
    """Return the language of an email's reader, who may have no account yet."""
    return spoken(mail.player.language if mail.player else (mail.context or {}).get("language", ""))


def spoken(language: str) -> str:
    """Return the nearest supported language."""
    try:
        return get_supported_language_variant(language)
    except LookupError:
        return settings.LANGUAGE_CODE

"""The languages that the site speaks, and which of them its readers get.

A player's language is stored with the account. Everybody else gets what their browser or their mail program asks for,
as far as the site speaks it.
"""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import activate, get_language, get_supported_language_variant, gettext
from django.utils.translation.trans_real import parse_accept_lang_header

from games.models import Player


def list_offered() -> list[tuple[str, str]]:
    """Return the code of each language with its own name for itself."""
    return list(settings.LANGUAGES)


def validate_language(code: str) -> None:
    """Raise ValidationError for a language that the site does not speak."""
    codes = [code for code, _name in settings.LANGUAGES]
    if code not in codes:
        raise ValidationError(gettext("The languages here are: %(codes)s.") % {"codes": ", ".join(codes)})


def find_spoken(language: str | None) -> str:
    """Return the nearest language that the site speaks; the site's default if there is none."""
    try:
        return get_supported_language_variant(language or "")
    except LookupError:
        return settings.LANGUAGE_CODE


def of_player(player: Player | None) -> str:
    """Return the player's language; the site's default without a player."""
    return find_spoken(player.language if player else "")


def find_accepted(accept_language: str) -> str:
    """Return the first language of an `Accept-Language` (RFC 9110, 12.5.4) that the site speaks, or its default."""
    for language, quality in parse_accept_lang_header(accept_language):
        if not quality:  # it is refused
            continue
        try:
            return get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def activate_for(player: Player | None) -> None:
    """Go on in the player's language, until the request has been answered."""
    activate(of_player(player))


def active() -> str:
    """Return the language of the present reader."""
    return get_language() or settings.LANGUAGE_CODE


def name_active() -> str:
    """Return the present language's own name for itself; nothing if the site speaks no other."""
    return dict(settings.LANGUAGES)[active()] if len(settings.LANGUAGES) > 1 else ""

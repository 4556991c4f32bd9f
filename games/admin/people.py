"""Players' names on the admin's pages, with links to their pages."""

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Player

RIGHT = "games.view_player"


def link(player: Player | None) -> str | SafeString:
    """Return the name as a link; "" for None."""
    if player is None:
        return ""
    return format_html(
        '<a href="{}">{}</a>', reverse("admin:games_player_person", args=[player.pk]), _stored_name(player)
    )


def link_for(reader: Player | AnonymousUser, player: Player | None) -> str | SafeString:
    """Return the name as a link for readers who may follow it, as plain text for all others."""
    if player is None or reader.has_perm(RIGHT):
        return link(player)
    return _stored_name(player)


def _stored_name(player: Player) -> str:
    """Return the name as it is stored, which for an erased player is the tombstone's."""
    return player.name if player.erased_at else player.display_name

"""Players' names, linked to the players' pages if they have one."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.models import Player, Seat

register = template.Library()


@register.simple_tag
def player_name(player: Player) -> SafeString:
    """Return the name, with a bot's badge; names of erased players, guests and stand-ins are not linked."""
    if not player.has_page:
        return format_html("{}", player.display_name)
    link = _link(player.pk, player.name)
    return format_html("{} {}", link, bot_badge()) if player.is_bot else link


@lru_cache(maxsize=4096)
def _link(player_id: str, name: str) -> SafeString:
    """Return the link, cached by name: a page has a dozen of them."""
    where = reverse("player", args=[player_id])
    return format_html('<a class="player" href="{}" hx-boost="false">{}</a>', where, name)


@register.simple_tag
def bot_badge() -> SafeString:
    """Return the badge that follows a bot's name."""
    return format_html('<span class="tag">{}</span>', gettext("bot"))


@register.simple_tag
def player_names(seats: Iterable[Seat]) -> SafeString:
    """Return the names of the players at a table."""
    return format_html_join(", ", "{}", ((player_name(seat.player),) for seat in seats if seat.player))

"""Tags for the admin's own templates."""

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.admin import people, queue
from games.admin.situation import Situation
from games.models import Game, Player
from games.people import rights

register = template.Library()


@register.simple_tag(takes_context=True)
def person(context: Context, player: Player | None) -> str:
    """Return a player's name, linked to the player's page."""
    return people.link_for(context["request"].user, player)


@register.simple_tag(takes_context=True)
def holder(context: Context, seat: int | None) -> str:
    """Return the name of a seat's player in the game of this page, linked to the player's page."""
    situation: Situation = context["situation"]
    if seat is None:
        return ""
    player = next((row.player for row in situation.seats if row.number == seat), None)
    return people.link_for(context["request"].user, player) or situation.names(seat)


@register.simple_tag
def game_link(game: Game) -> str:
    """Return a game's name or id, linked to its page."""
    at = reverse("admin:games_game_change", args=[game.pk])
    return format_html('<a href="{}">{}</a>', at, game.name or game.pk)


@register.inclusion_tag("admin/games/quarantine.html", takes_context=True)
def quarantine_notice(context: Context) -> dict[str, object]:
    """Return how many games are set aside, for readers who may view games."""
    if not context["request"].user.has_perm("games.view_game"):
        return {"quarantined": 0}
    return {"quarantined": Game.objects.filter(quarantined_until__isnull=False).count()}


@register.inclusion_tag("admin/games/queue_head.html", takes_context=True)
def queue_head(context: Context) -> dict[str, object]:
    """Return the most urgent items, for readers who may view games, and links to the other admin pages."""
    admin = context["request"].user
    if not admin.has_perm("games.view_game"):
        return {"may_see": False}
    doors = [
        (reverse("admin:games_game_bulk"), _("Many games at once"), rights.has(admin, "bulk")),
        (reverse("admin:games_adminact_changelist"), _("What admins did"), admin.has_perm("games.view_adminact")),
    ]
    open_doors = [(address, label) for address, label, may in doors if may]
    return {"request": context["request"], "may_see": True, "doors": open_doors, **queue.head(admin, timezone.now())}

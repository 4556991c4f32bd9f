"""What the admin's own templates ask of the games."""

from typing import Any

from django import template
from django.template.context import Context

from games.models import Game

register = template.Library()


@register.inclusion_tag("admin/games/quarantine.html", takes_context=True)
def quarantine_notice(context: Context) -> dict[str, Any]:
    """How many games are put aside, for those who may see games."""
    if not context["request"].user.has_perm("games.view_game"):
        return {"quarantined": 0}
    return {"quarantined": Game.objects.filter(quarantined_until__isnull=False).count()}

"""The page, reached from an email, where players see their plan in a game and cancel it.

The holder of the email can see the plan, but such an email shows the player's hand anyway.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils import timezone

from games.errors import Refused
from games.models import Game, Player
from games.plans import giving
from games.refusals import explain
from notifications import links
from notifications.web.frame import Act, GamePage


def _cancel(player: Player, game: Game, _said: Mapping[str, str]) -> None:
    if _shown(player, game) is not None:
        giving.cancel(player=player, game_id=game.pk)


class LinkedPlanPage(GamePage):
    """The plan, if there is one."""

    kind = links.PLAN
    template = "notifications/plan.html"
    acts: ClassVar[Mapping[str, Act]] = {"cancel": _cancel}

    def context(self, player: Player, game: Game) -> dict[str, Any]:
        """The plan, and why it has stopped."""
        shown = _shown(player, game)
        reason = giving.why_stopped(game_id=game.pk, seat=shown.plan.seat, player_id=player.pk) if shown else None
        return {"plan": shown.plan if shown else None, "why": explain(reason) if reason else ""}


def _shown(player: Player, game: Game) -> giving.Shown | None:
    """The plan; None if there is none, or no longer a seat."""
    try:
        return giving.look(player=player, game_id=game.pk, now=timezone.now())
    except Refused:
        return None

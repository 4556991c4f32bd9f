"""The page, linked from emails, where players see their plan in a game and can cancel it.

Anyone who holds the email can see the plan, but such an email shows the player's hand anyway.
"""

from collections.abc import Mapping
from typing import ClassVar

from django.utils import timezone

from games.errors import Refused
from games.models import Game, Player
from games.refusals import explain
from games.table.plans import own_plan
from notifications import links
from notifications.web.frame import Act, GamePage


def _cancel(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    if _find_plan(player, game) is not None:
        own_plan.cancel(player=player, game_id=game.pk)


class LinkedPlanPage(GamePage):
    """The page with a player's plan in a game, if there is one."""

    kind = links.PLAN
    template = "notifications/plan.html"
    acts: ClassVar[Mapping[str, Act]] = {"cancel": _cancel}

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return the plan, and the reason if it has stopped."""
        plan_view = _find_plan(player, game)
        reason = (
            own_plan.why_stopped(game_id=game.pk, seat=plan_view.plan.seat, player_id=player.pk) if plan_view else None
        )
        return {"plan": plan_view.plan if plan_view else None, "why": explain(reason) if reason else ""}


def _find_plan(player: Player, game: Game) -> own_plan.Shown | None:
    """Return the plan; None if there is none, or the player no longer has a seat."""
    try:
        return own_plan.look(player=player, game_id=game.pk, now=timezone.now())
    except Refused:
        return None

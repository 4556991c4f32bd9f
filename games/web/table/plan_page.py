"""The page of a plan: lines to edit, and lines that can be added."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.refusals import explain
from games.table import plans
from games.table.plans import own_plan as planning
from games.web.confirmations import confirmed, redirect_confirming
from games.web.table import panel, planned
from games.web.table.affairs import OfSeat, refused
from games.web.table.page import Banner


def plan_kept() -> Banner:
    """Return the banner that confirms a plan."""
    then = _("On your turn, the first line that can be played is played for you, within half an hour or when it says.")
    return Banner(
        _("Your plan is kept."), [then, _("Once a line can’t be played any more, the plan stops, and we ask you.")]
    )


class PlanPage(OfSeat):
    """The viewer's plan as lines to edit, and lines that can be added."""

    template, name, right = "web/table/plan.html", "table-plan", "plan"

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the plan; and confirm what was just done with it."""
        if "dropped" in confirmed(request):
            return self.page(request, Banner(_("Your plan is dropped.")))
        return self.page(request, plan_kept() if "planned" in confirmed(request) else None)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Save the plan as it was typed, plus any lines that were tapped; or cancel it.

        At the table lines can only be tapped, so the response redirects back there.
        """
        typed, at_table = request.POST.get("lines", ""), "lines" not in request.POST
        lines = planned.orders(self.seat_view) if at_table else planned.read(typed)
        lines = planned.with_lines(lines, planned.read(request.POST.get("add", "")))
        try:
            if request.POST.get("do") == "cancel":
                planning.cancel(player=self.player, game_id=game_id)
                return redirect_confirming(request.path, dropped=1)
            planning.give(player=self.player, game_id=game_id, lines=lines, now=timezone.now())
        except plans.Unreadable as wrong:
            sentences = [
                _("Line %(n)d: %(why)s") % {"n": mistake.line, "why": explain(mistake.error)}
                for mistake in wrong.mistakes
            ]
            return self.page(
                request, Banner(_("This plan won't work."), sentences, wrong=True), 422, lines=typed or "\n".join(lines)
            )
        except Refused as refusal:
            return self.page(request, refused(refusal), 409, lines=typed or "\n".join(lines))
        address = reverse("table", args=[game_id]) if at_table else request.path
        return redirect_confirming(address, planned=1)

    def context(self) -> dict[str, object]:
        """Return the plan's lines, why it has stopped, and what could be added."""
        own_plan = self._read_plan()
        orders = list(own_plan.plan.orders) if own_plan else []
        why = None
        if own_plan is not None:
            why = planning.why_stopped(
                game_id=self.seat_view.game.pk, seat=self.seat_view.seat or 0, player_id=self.player.pk
            )
        return {
            "lines": "\n".join(orders),
            "given": own_plan is not None,
            "can_plan": panel.has_turn_left(self.seat_view),
            "example": planned.example(self.seat_view),
            "why": explain(why) if why else "",
            "suggestions": [
                suggestion for suggestion in planned.suggestions(self.seat_view) if suggestion.line not in orders
            ],
        }

    def _read_plan(self) -> planning.Shown | None:
        try:
            return planning.look(player=self.player, game_id=self.seat_view.game.pk, now=timezone.now())
        except Refused:
            return None

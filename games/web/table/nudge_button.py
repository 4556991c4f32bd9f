"""Nudging from the table: a button while the game waits for somebody else."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from games.table.talk import nudges
from games.web.confirmations import redirect_confirming
from games.web.table.affairs import FromTable, refused


class NudgePage(FromTable):
    """The target of the nudge button."""

    name, right = "table-nudge", "talk"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Nudge, and redirect to the table, which confirms it."""
        try:
            nudges.nudge(player=self.player, game_id=game_id, now=timezone.now())
        except Refused as refusal:
            return self.page(request, refused(refusal), 409)
        return redirect_confirming(reverse("table", args=[game_id]), nudged=1)

"""Playing again: from an ended game to a new table for the same people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.lobby import again, selectors
from games.web.listed import with_seats
from games.web.table.affairs import FromTable, refused
from games.web.table.page import Banner


class PlayAgain(FromTable):
    """The target of an ended game's "play again" button. A link to a seat can't use it: tables belong to accounts."""

    name, right = "table-again", "host"

    def belongs_here(self) -> bool:
        return again.may_play_again(self.seat_view.game, self.seat_view.seats, self.player)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Open the new table, or join the one that somebody has already opened."""
        at = request.POST.get("at", "")
        table = selectors.table_again(self.seat_view.game, self.player) if at else None
        if at and (table is None or table.pk != at):
            return self.page(request, Banner(_("That rematch has been called off."), wrong=True), 409)
        try:
            rematch = again.play_again(player=self.player, game_id=game_id, now=timezone.now())
        except Refused as refusal:
            return self.page(request, refused(refusal), 409)
        return redirect(with_seats([rematch.game])[0].path)

"""Playing again: from an ended game to a new table for the same people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games.errors import Refused
from games.seats import again
from games.web.listed import with_seats
from games.web.table.affairs import FromTable, refused


class PlayAgain(FromTable):
    """Where the button of an ended game is sent. A link in an email is not for it: a table is the account's."""

    name, right = "table-again", "host"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Opens the new table, or sits down at the one that is there already."""
        try:
            found = again.play_again(player=self.player, game_id=game_id, now=timezone.now())
        except Refused as refusal:
            return self.page(request, refused(refusal), 409)
        return redirect(with_seats([found.game])[0].path)

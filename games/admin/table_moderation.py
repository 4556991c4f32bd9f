"""Clearing a table away, or its name: buttons on the game's page, which take the right to moderate."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from games.admin.desk_access import Acting, admin_of, check, refusal_sentence, to_game, words
from games.admin.situation import Situation
from games.errors import Refused
from games.lobby import moderated_tables
from games.models import Game


class ClearingPages(Acting):
    """The page that receives these buttons."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.clear_view)
        return [path("<str:object_id>/clear/", view, name="games_game_clear"), *super().get_urls()]

    def clear_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Close the table or take its name away, then go back to its page."""
        game = self.readable(request, object_id)
        check(request, moderated_tables.RIGHT, game)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        clear = moderated_tables.close_table if "close" in request.POST else moderated_tables.take_name
        try:
            clear(admin=admin_of(request), game_id=game.pk, now=timezone.now(), text=words(request, "text"))
            messages.success(request, _("Done. The host has been told."))
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
        return to_game(game)


def clearing_box(situation: Situation) -> dict[str, object]:
    """Return which of the buttons the game's page has."""
    game, may_clear = situation.game, situation.may(moderated_tables.RIGHT)
    is_open = game.status == Game.Status.OPEN and not game.of_competition
    return {"may_close": may_clear and is_open, "may_unname": may_clear and bool(game.name)}

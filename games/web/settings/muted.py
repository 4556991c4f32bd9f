"""The players whose lines you don't read."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.table.talk import mutes
from games.web.settings.pages import SettingsPage, done, player_of


class MutedPage(SettingsPage):
    """The players whom the reader has muted. Each can be unmuted."""

    template = "web/settings/muted.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"mutes": mutes.mutes_by(player_of(request))})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Unmute a player. Repeating this changes nothing."""
        mutes.unmute(player=player_of(request), muted_id=request.POST.get("player", ""))
        return done(request, "settings-muted", _("Unmuted. You read what they say again."))

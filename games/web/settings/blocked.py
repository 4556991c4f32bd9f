"""The players whose invitations don't reach you."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.people import blocks
from games.web.settings.pages import SettingsPage, done, player_of


class BlockedPage(SettingsPage):
    """The players whom the reader has blocked. Each can be unblocked."""

    template = "web/settings/blocked.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"blocks": blocks.blocks_by(player_of(request))})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Unblock a player. Repeating this changes nothing."""
        blocks.unblock(player=player_of(request), blocked_id=request.POST.get("player", ""))
        return done(request, "settings-blocked", _("Unblocked. You hear from them again."))

"""The links in your emails, which open something without signing in."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import signed_links
from games.web.settings.pages import SettingsPage, done, player_of


class LinksPage(SettingsPage):
    """What they do, and their end."""

    template = "web/settings/links.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """It ends nothing."""
        return self.shown(request, {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Ends all that were sent so far."""
        signed_links.end_all(player_of(request), timezone.now())
        return done(request, "settings-links", _("All links are ended. New emails bring new ones."))

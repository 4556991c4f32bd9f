"""The links in your emails, which open something without signing in."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import signed_links
from games.web.settings.pages import SettingsPage, done, player_of


class LinksPage(SettingsPage):
    """A page that explains the links, with a button that ends them."""

    template = "web/settings/links.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """End all links that have been sent."""
        signed_links.end_all(player_of(request), timezone.now())
        return done(request, "settings-links", _("All links are ended. New emails bring new ones."))

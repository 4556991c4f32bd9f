"""Other browsers you are signed in with: sign out of all of them at once."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.people import browsers
from games.web.settings.pages import SettingsPage, done, player_of


class BrowsersPage(SettingsPage):
    """A page with a button, but without a list: we do not record which browsers those are, or where."""

    template = "web/settings/browsers.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign out all browsers but this one."""
        browsers.end_others(request, player_of(request))
        return done(request, "settings-browsers", _("You are signed out everywhere but here."))

"""The third-party apps that a player has authorized."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.people import apps
from games.scopes import SCOPES
from games.web.settings.pages import SettingsPage, done, player_of


class AppsPage(SettingsPage):
    """The player's apps, with the scopes of each. Each can be revoked."""

    template = "web/settings/apps.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        authorized = apps.authorized_apps(player_of(request), timezone.now())
        return self.shown(
            request, {"apps": [(app, [SCOPES[scope] for scope in app.scope.split()]) for app in authorized]}
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        """Revoke an app's authorization. Repeating this changes nothing."""
        app_id = request.POST.get("app", "")
        if app_id.isdecimal() and len(app_id) <= len(str(2**62)) and int(app_id) < 2**63:
            apps.show_out(player=player_of(request), app_id=int(app_id))
        return done(request, "settings-apps", _("The app is out. It can do nothing for you any more."))

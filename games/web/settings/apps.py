"""Apps that you have let in."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.people import apps
from games.scopes import SCOPES
from games.web.settings.pages import SettingsPage, done, player_of


class AppsPage(SettingsPage):
    """All of them, with what they may do; each can be shown out."""

    template = "web/settings/apps.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """The list."""
        there = apps.authorized_apps(player_of(request), timezone.now())
        return self.shown(request, {"apps": [(one, [SCOPES[scope] for scope in one.scope.split()]) for one in there]})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Shows one out. Doing so again changes nothing."""
        wanted = request.POST.get("app", "")
        if wanted.isdecimal() and len(wanted) <= len(str(2**62)) and int(wanted) < 2**63:
            apps.show_out(player=player_of(request), app_id=int(wanted))
        return done(request, "settings-apps", _("The app is out. It can do nothing for you any more."))

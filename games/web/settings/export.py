"""Everything the site holds about you, as a file."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.privacy import export_player
from games.web.settings.pages import SettingsPage, player_of


class ExportPage(SettingsPage):
    """A page that says what the file contains, and links to it."""

    template = "web/settings/export.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {})


@never_cache
@login_required
@require_safe
def export_file(request: HttpRequest) -> HttpResponse:
    """Send the file, with the content of the API's `GET /me/export`."""
    answer = JsonResponse(export_player(player=player_of(request)), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="night-mail.json"'
    return answer

"""The players whom you have marked as friends."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.people import friends
from games.web.settings.pages import SettingsPage, done, player_of


class FriendsPage(SettingsPage):
    """The players whom the reader has marked as friends. Each mark can be removed."""

    template = "web/settings/friends.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"friends": friends.friends_by_name(player_of(request))})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Remove the mark of a player. Repeating this changes nothing."""
        friends.unfriend(player=player_of(request), friend_id=request.POST.get("player", ""))
        return done(request, "settings-friends", _("No longer marked as a friend. They aren’t told."))

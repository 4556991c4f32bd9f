"""Players you have marked as friends."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.people import friends
from games.web.settings.pages import SettingsPage, done, player_of


class FriendsPage(SettingsPage):
    """All of them; the mark of each can be taken away."""

    template = "web/settings/friends.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """The list."""
        return self.shown(request, {"friends": friends.friends_by_name(player_of(request))})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Takes one mark away. Doing so again changes nothing."""
        friends.unfriend(player=player_of(request), friend_id=request.POST.get("player", ""))
        return done(request, "settings-friends", _("No longer marked as a friend. They aren’t told."))

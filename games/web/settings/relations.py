"""The players whom you have blocked, marked as friends, or muted. Each page can undo it."""

from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Block, Friend, TalkMute
from games.models.relations import Relation
from games.people import relations
from games.web.settings.pages import SettingsPage, done, player_of


class RelationsPage(SettingsPage):
    """The players to whom the reader has a relation of one kind. Removing it again changes nothing."""

    kind: ClassVar[type[Relation]]
    name: ClassVar[str]
    notice: ClassVar[Promise]

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"relations": relations.list_all(self.kind, player_of(request))})

    def post(self, request: HttpRequest) -> HttpResponse:
        relations.remove(self.kind, player=player_of(request), other_id=request.POST.get("player", ""))
        return done(request, self.name, str(self.notice))


class BlockedPage(RelationsPage):
    kind, name, template = Block, "settings-blocked", "web/settings/blocked.html"
    notice = _("Unblocked. You hear from them again.")


class FriendsPage(RelationsPage):
    kind, name, template = Friend, "settings-friends", "web/settings/friends.html"
    notice = _("No longer marked as a friend. They aren’t told.")


class MutedPage(RelationsPage):
    kind, name, template = TalkMute, "settings-muted", "web/settings/muted.html"
    notice = _("Unmuted. You read what they say again.")

"""The page of a player's devices with notifications: turning them on in this browser, a list, tests and removal.

A script asks for the browser's permission after a tap; the resulting subscription is posted here.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Player
from games.web import sound
from games.web.offline import viewer
from games.web.settings.pages import SettingsPage, done, player_of
from notifications.outbox.push import devices, registry, vapid
from notifications.outbox.push.receivers import SESSION_KEY
from notifications.outbox.push.registry import BrowserKeys

PAGE: Final = "push-page"


class PushPage(SettingsPage):
    """The page with all devices of a player that get notifications, whoever registered them."""

    template = "notifications/push.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Carry out the action of a button; repeating one from a stale page does no harm."""
        action = request.POST.get("do", "")
        try:
            if action == "on":
                self._turn_on(request)
                return done(request, PAGE, _("Notifications are on. Send a test to see one."))
            if action == "sound":
                return self._switch_sound(request)
            message = _DO[action](player_of(request), request.POST) if action in _DO else ""
        except Refused as refusal:
            return self._page(request, refusal)
        return done(request, PAGE, message)

    def _switch_sound(self, request: HttpRequest) -> HttpResponse:
        answer = done(request, PAGE)
        sound.switch(answer, on="on" in request.POST)
        return answer

    def _turn_on(self, request: HttpRequest) -> None:
        keys = BrowserKeys(*(request.POST.get(name, "") for name in BrowserKeys._fields))
        label = devices.device_name(request.headers.get("User-Agent", ""))
        subscription = registry.register(player=player_of(request), keys=keys, label=label, now=timezone.now())
        request.session[SESSION_KEY] = subscription.pk

    def _page(self, request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
        player, own = player_of(request), request.session.get(SESSION_KEY, "")
        every = list(registry.subscriptions_of(player).select_related("token"))
        context: dict[str, object] = {
            "devices": every,
            "here": own if any(device.pk == own for device in every) else "",
            "key": vapid.public_key() if vapid.is_on() else "",
            "viewer": viewer.mark(player),
            "sound": sound.is_on(request),
        }
        return self.shown(request, context, refusal)


def _remove(player: Player, post: Mapping[str, str]) -> str:
    registry.remove(subscription=registry.find(player, post.get("device", "")))
    return _("It is removed.")


def _test(player: Player, post: Mapping[str, str]) -> str:
    registry.test(subscription=registry.find(player, post.get("device", "")), now=timezone.now())
    return _("A test is on its way.")


_DO: Final[dict[str, Callable[[Player, Mapping[str, str]], str]]] = {"remove": _remove, "test": _test}

"""Every setting a player has, with its current value."""

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Block, Friend, TalkMute
from games.people import addresses, apps, bots, relations
from games.people.tokens import tokens_of
from games.table.clocks import vacations
from games.web.settings.pages import SettingsPage, player_of


class SettingsIndex(SettingsPage):
    """The page that links to all settings, each with its current value."""

    template = "web/settings/index.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        player, now = player_of(request), timezone.now()
        factors = Authenticator.objects.filter(user=player)
        context: dict[str, object] = {
            "player": player,
            "sign_up": settings.SIGN_UP,
            "quiet": player.habits.get("quiet_hours"),
            "days_off": len(player.habits.get("days_off", [])),
            "away": any(vacation.begin <= now < vacation.end for vacation in vacations.of_player(player)),
            "friends": relations.select(Friend, player).count(),
            "blocked": relations.select(Block, player).count(),
            "muted": relations.select(TalkMute, player).count(),
            "change": addresses.pending_change(player),
            "passkeys": factors.filter(type=Authenticator.Type.WEBAUTHN).count(),
            "digits": factors.filter(type=Authenticator.Type.TOTP).exists(),
            "tokens": tokens_of(player, now).filter(application=None).count(),
            "bots": bots.bots_owned_by(player).count(),
            "apps": len(apps.authorized_apps(player, now)),
        }
        return self.shown(request, context)

"""The calendars of a player and of their clubs: the feed that calendar programs fetch, and the settings page with its
secret address.

Letting a program follow the account's games requires a recent proof of identity. A new address is shown once.
"""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import etags, languages
from games.competitions.clubs import selectors
from games.lobby import club_tables
from games.models import Club, Player
from games.web.settings.handed import HandedSecret
from games.web.settings.pages import SettingsPage, done, player_of
from games.web.settings.proof import ask, is_fresh
from notifications.calendar import addresses, events, feed
from notifications.letters.registry import club_called

PAGE: Final = "calendar-page"
HANDED: Final = HandedSecret("new-calendar", PAGE)


@require_safe
def calendar_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Send the calendar that the secret opens, or that of its owner's club; or only say that it has not changed."""
    player, now = addresses.find_owner(secret), timezone.now()
    if player is None:
        raise Http404
    club = _find_club(player, request.GET["club"]) if "club" in request.GET else None
    languages.activate_for(player)
    listed = events.list_club_events(player, club) if club else events.list_events(player, now)
    name = _("%(club)s on Night Mail") % {"club": club_called(club)} if club else "Night Mail"
    tag = etags.weak(etags.etag(name, listed))  # Weak, since each answer says when it was written.
    if etags.is_fresh(request.headers, tag.removeprefix("W/")):
        return HttpResponseNotModified(headers=etags.headers(tag))
    answer = HttpResponse(feed.write(listed, now, name), "text/calendar; charset=utf-8", headers=etags.headers(tag))
    answer["Content-Disposition"] = 'inline; filename="night-mail.ics"'
    return answer


def _find_club(player: Player, club_id: str) -> Club:
    """Return a club that the player is in. Raise Http404 for any other, as for one that does not exist."""
    club = Club.objects.filter(pk=club_id, pk__in=club_tables.memberships_of(player).values("club")).first()
    if club is None:
        raise Http404
    return club


class CalendarPage(SettingsPage):
    """The page that makes, shows, replaces and revokes the address of the calendar."""

    template = "notifications/calendar.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show whether there is an address; a new one itself, this once."""
        address, handed = addresses.find_address(player_of(request)), HANDED.given(request)
        url = addresses.url(handed[1]) if handed and address and address.digest == handed[0] else ""
        webcal = f"webcal:{url.partition(':')[2]}"
        clubs = [
            (club, url + addresses.query_of_club(club.pk)) for club in selectors.clubs_of(player_of(request)) if address
        ]
        answer = self.shown(request, {"address": address, "url": url, "webcal": webcal, "clubs": clubs})
        HANDED.forget(answer)
        return answer

    def post(self, request: HttpRequest) -> HttpResponse:
        """Make a new address, or revoke it. Repeating either does no harm."""
        player, action = player_of(request), request.POST.get("do", "")
        if action == "revoke":
            addresses.revoke(player)
            return done(request, PAGE, _("The address is ended. Calendars that had it stop."))
        if action != "new":
            return redirect(PAGE)
        if not is_fresh(request):
            return ask(request, request.path)
        secret = addresses.create(player=player, now=timezone.now())
        answer = redirect(PAGE)
        address = addresses.find_address(player)
        HANDED.give(answer, address.digest if address else "", secret)
        return answer

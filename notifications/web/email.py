"""The page, reached from our answer to an email, where its player says yes to what it asks.

It proves that whoever says so reads the player's mailbox. Nothing happens on GET; a second yes does nothing.
"""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import signed_links
from games.people import sightings
from games.people.networks import network_of
from notifications import languages, links
from notifications.inbox import processing
from notifications.inbox.consent import Consent
from notifications.models import InboundEmail


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class EmailPage(View):
    """What an email asks, and a button; a second one accepts from where it came, or who has signed it."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """What it asks. It changes nothing."""
        return _page(request, _email(token), ())

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Does it, and says what came of it."""
        now, email = timezone.now(), _email(token)
        sightings.note(email.address.player_id, network_of(request), now)
        said = Consent.ALWAYS if "always" in request.POST else Consent.ONCE
        return _page(request, email, processing.confirm(email, said, now))


def _email(token: str) -> InboundEmail:
    """The email that a link is about. Raises Http404."""
    try:
        opened = signed_links.read(links.CONFIRM, token, timezone.now())
    except BadSignature as error:
        raise Http404 from error
    emails = InboundEmail.objects.select_related("address__player", "address__game")
    email = emails.filter(pk=int(opened.subject), address__player=opened.player).first()
    if email is None:
        raise Http404
    return email


def _page(request: HttpRequest, email: InboundEmail, said: object) -> HttpResponse:
    with override(languages.of_player(email.address.player)):
        asked = processing.asked_for(email, timezone.now())
        told = {
            "game": email.address.game,
            "player": email.address.player,
            "asked": asked,
            "said": said,
            "other": email.signed_by,
            "domain": email.signed_by if email.signed_by.startswith("@") else "",
        }
        return render(request, "notifications/email.html", told)

"""The page, linked from our answer to an email, where its player confirms what the email asks for.

It proves that whoever confirms reads the player's mailbox. A GET changes nothing, and neither does a second yes.
"""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import languages, signed_links
from games.people import sightings
from games.people.networks import network_of
from notifications import links
from notifications.inbox import pipeline
from notifications.inbox.consent import Consent
from notifications.models import InboundEmail


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class EmailPage(View):
    """The page that shows what an email asks for, with a button for yes.

    A second button also accepts its sender's address or domain.
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return _page(request, _email(token), ())

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        now, email = timezone.now(), _email(token)
        sightings.note(email.address.player_id, network_of(request), now)
        decision = Consent.ALWAYS if "always" in request.POST else Consent.ONCE
        return _page(request, email, pipeline.confirm(email, decision, now))


def _email(token: str) -> InboundEmail:
    """Return the email that a link is about. Raises Http404."""
    try:
        opened = signed_links.read(links.CONFIRM, token, timezone.now())
    except BadSignature as error:
        raise Http404 from error
    emails = InboundEmail.objects.select_related("address__player", "address__game")
    email = emails.filter(pk=int(opened.subject), address__player=opened.player).first()
    if email is None:
        raise Http404
    return email


def _page(request: HttpRequest, email: InboundEmail, sentences: object) -> HttpResponse:
    languages.activate_for(email.address.player)
    context = {
        "game": email.address.game,
        "player": email.address.player,
        "asked": pipeline.asked_for(email, timezone.now()),
        "said": sentences,
        "other": email.signed_by,
        "domain": email.signed_by if email.signed_by.startswith("@") else "",
    }
    return render(request, "notifications/email.html", context)

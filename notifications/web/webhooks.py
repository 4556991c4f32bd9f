"""Where mail providers post what came in for us, and what became of our emails, if the site is set up for them.

It answers 200 when an email is stored; on 500 the provider posts it again. What is for no address of ours is dropped: a
refusal would have the provider send a bounce to whoever was forged.
"""

from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.inbox import acceptance
from notifications.inbox.webhooks import events
from notifications.inbox.webhooks.providers import PROVIDERS, Provider
from notifications.models import InboundEmail

MALFORMED: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What reading raises where the form is not the provider's."""

log = structlog.get_logger(__name__)


@csrf_exempt
@never_cache
@require_http_methods(["POST", "HEAD"])
def webhook(request: HttpRequest, provider: str, what: str) -> HttpResponse:
    """Take what a provider posts; to a HEAD, by which some ask whether anyone is here, only say so.

    Raises Http404 for a provider that was not set up, SuspiciousOperation if it has not signed in, BadRequest.
    """
    take = _TAKE.get(what)
    if provider not in settings.MAIL_WEBHOOKS or take is None:
        raise Http404
    if request.method == "POST":
        take(PROVIDERS[provider], request)
    return HttpResponse()


def _take_emails(provider: Provider, request: HttpRequest) -> None:
    provider.inbound().run_validators(request)
    try:
        emails = provider.emails(request)
    except MALFORMED as error:
        raise _refuse_malformed(error) from error
    for email in emails:
        acceptance.accept(email.raw, email.to, email.sender, InboundEmail.Door.HOOK, timezone.now())


def _take_events(provider: Provider, request: HttpRequest) -> None:
    view = provider.tracking()
    view.run_validators(request)
    try:
        parsed = view.parse_events(request)
    except MALFORMED as error:
        raise _refuse_malformed(error) from error
    for event in parsed:
        events.heed(event, timezone.now())


def _refuse_malformed(error: Exception) -> BadRequest:
    log.warning("webhook_is_malformed", error=type(error).__name__)
    return BadRequest("This is not what the provider posts.")


_TAKE: Final[dict[str, Callable[[Provider, HttpRequest], None]]] = {
    "inbound": _take_emails,
    "inbound_mime": _take_emails,  # by this name Mailgun sends emails raw
    "tracking": _take_events,
}

"""The endpoint where mail providers post incoming emails and events about ours, if the site is set up for them.

It answers 200 once an email is stored; on 500 the provider posts it again. Emails to addresses that are not ours are
dropped: a refusal would make the provider send a bounce to a possibly forged sender.
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
"""Errors that reading raises if a post is not in the provider's format."""

log = structlog.get_logger(__name__)


@csrf_exempt
@never_cache
@require_http_methods(["POST", "HEAD"])
def webhook(request: HttpRequest, provider: str, what: str) -> HttpResponse:
    """Handle a provider's post; to a HEAD, by which some test the address, respond without doing anything.

    Raises Http404 for a provider that was not set up, SuspiciousOperation if it has not authenticated, BadRequest.
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
    "inbound_mime": _take_emails,  # Mailgun sends raw emails to addresses with this name
    "tracking": _take_events,
}

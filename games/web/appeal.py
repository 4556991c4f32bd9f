"""A sanction, or the loss of a seat, for the player whom it hit, with a form for the answer.

A link in the email opens it without a sign-in (`games.people.appeal_links`).
"""

from datetime import datetime

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import signed_links
from games.errors import NotFound, Refused
from games.models import Appeal
from games.names import paragraphs
from games.people import appeal_links, sightings
from games.people.networks import network_of
from games.presentation import words
from games.signed_links import Opened
from games.table.disputes import appeals
from games.web.sign_in import page


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class AppealPage(View):
    """The page of one sanction. The token in the address is the key, not a cookie, so no other page can post."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return _show_page(request, _read(token, timezone.now()))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Pass the answer on to the admins; a refused one stays in the form."""
        now, text = timezone.now(), paragraphs(request.POST.get("text", ""))
        opened = _read(token, now)
        sightings.note(opened.player.pk, network_of(request), now)
        try:
            if text and opened.may("appeal"):
                appeals.appeal(player=opened.player, subject=opened.subject, text=text, now=now)
        except NotFound:
            raise Http404 from None
        except Refused as refusal:
            return _show_page(request, opened, refusal, text)
        return redirect(request.path)


def _read(token: str, now: datetime) -> Opened:
    try:
        return signed_links.read(appeal_links.APPEAL, token, now)
    except BadSignature:
        raise Http404 from None


def _show_page(request: HttpRequest, opened: Opened, refusal: Refused | None = None, text: str = "") -> HttpResponse:
    try:
        appeal = appeals.of_subject(opened.player, opened.subject)
    except NotFound:
        raise Http404 from None
    context = {
        "appeal": appeal,
        "sanction": appeal.moderation,
        "bot": appeal.moderation.player if appeal.moderation and appeal.moderation.player != opened.player else None,
        "game": words.game_name(appeal.game) if appeal.game else "",
        "words": appeal.moderation.text if appeal.moderation else appeal.ruling and appeal.ruling.public_text,
        "is_same": appeal.judged_by_id in appeal.first_judges,
        "is_lifted": appeal.verdict == Appeal.Verdict.LIFTED,
        "text": text,
    }
    return page(request, "web/appeal.html", context, refusal)

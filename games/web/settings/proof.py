"""The proof that it's you, which changing how you sign in requires: an open browser alone is not enough.

1. Signing in counts as a proof, with all its steps; so does giving the proof again here.
2. The proof is a second factor if there is one (django-allauth's pages), otherwise an emailed code. So an open browser
   and the mailbox together do not bypass a second factor.
3. It holds for `ACCOUNT_REAUTHENTICATION_TIMEOUT` seconds, in this browser's session only.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Final, cast
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.browser import own_path
from games.errors import Refused
from games.models import Player
from games.people import accounts, second_factors
from games.web.forms import CodeForm
from games.web.sign_in import page

SESSION_KEY: Final = "proof"
"""The session key for the confirmation of the code that was sent."""

Page = Callable[..., HttpResponseBase]


def is_fresh(request: HttpRequest) -> bool:
    """Check whether this browser's user has recently proved to own the account."""
    last = _find_last_proof(request, request.user) if isinstance(request.user, Player) else None
    span = timedelta(seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)
    return last is not None and second_factors.is_recent(last, span, timezone.now())


def _find_last_proof(request: HttpRequest, player: Player) -> dict[str, object] | None:
    """Return the record of the last proof in this session, if any.

    A browser that signed in by a code, before a second factor existed, has not used that factor.
    """
    if second_factors.has_any(player):
        return second_factors.last_shown(request, player)
    records = get_authentication_records(request, player)
    return next((record for record in reversed(records) if record.get("reauthenticated")), None)


def ways(player: Player) -> list[dict[str, object]]:
    """Return the ways in which this player can give the proof, the usual one first.

    Each has `id`, `description` and `url`.
    """
    methods: list[dict[str, object]] = get_adapter().get_reauthentication_methods(player)
    return methods


def ask(request: HttpRequest, onward: str) -> HttpResponse:
    """Redirect to where the proof is given, and from there to a path on this site."""
    return redirect(f"{ways(cast('Player', request.user))[0]['url']}?{urlencode({'next': onward})}")


def proved_lately(view: Page) -> Page:
    """Wrap a view of a page that guards the account: it asks for the proof first, then redirects back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if is_fresh(request):
            return view(request, *args, **kwargs)
        return ask(request, request.get_full_path() if request.method == "GET" else request.path)

    return cast("Page", login_required(guarded))


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ProofPage(LoginRequiredMixin, View):
    """The proof by an emailed code, for players without a second factor.

    The code is valid only for this purpose, in this browser.
    """

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Redirect players with a second factor to the page for that."""
        if request.user.is_authenticated and second_factors.has_any(request.user):
            return ask(request, _read_next_path(request))
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the page, which offers to send a code and then asks for it."""
        return _show_page(request, CodeForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Send a code, or check one."""
        if request.POST.get("do") == "send":
            return _send_code(request)
        form, confirmation = CodeForm(request.POST), request.session.get(SESSION_KEY)
        if confirmation is None or not form.is_valid():
            return _show_page(request, form, status=400)
        player, typed = cast("Player", request.user), form.cleaned_data["code"]
        try:
            accounts.prove(player=player, confirmation=confirmation, typed=typed, now=timezone.now())
        except Refused as refusal:
            return _show_page(request, form, refusal)
        del request.session[SESSION_KEY]
        record_authentication(request, player, method="code", reauthenticated=True)
        return redirect(_read_next_path(request) or "settings")


def _send_code(request: HttpRequest) -> HttpResponse:
    try:
        code = accounts.ask_for_proof(player=cast("Player", request.user), now=timezone.now())
    except Refused as refusal:
        return _show_page(request, CodeForm(), refusal)
    sent_before = SESSION_KEY in request.session
    request.session[SESSION_KEY] = code.pk
    if sent_before:
        messages.success(request, _("Another code is on its way. Only the newest one counts."))
    return redirect(f"{request.path}?{urlencode({'next': _read_next_path(request)})}")


def _read_next_path(request: HttpRequest) -> str:
    return own_path(request.POST.get("next") or request.GET.get("next"))


def _show_page(request: HttpRequest, form: CodeForm, refusal: Refused | None = None, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": _read_next_path(request), "sent": SESSION_KEY in request.session}
    return page(request, "web/settings/proof.html", context, refusal, status=status)

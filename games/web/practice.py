"""Trying the game: a practice table with one click, and the page on which a guest gives an address to keep it."""

from typing import Final, cast

from django.contrib.auth import login, logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from games.browser import own_path
from games.errors import Refused
from games.lobby import practice
from games.models import Player
from games.people import guests
from games.people.networks import network_of
from games.people.suspension import is_guest
from games.presentation.lessons import LESSONS
from games.web.access import reader_of
from games.web.forms import SignUpForm
from games.web.sign_in import await_code, page
from games.web.table import lesson
from games.web.when import left

BACKEND: Final = "allauth.account.auth_backends.AuthenticationBackend"


@require_POST
@never_cache
@csrf_protect
def begin(request: HttpRequest) -> HttpResponse:
    """Start a practice table, with a coach if that is wanted, and redirect there. A stranger becomes a guest."""
    now, player = timezone.now(), reader_of(request)
    try:
        if player is None:
            player = guests.come(network=network_of(request), now=now)
            login(request, player, backend=BACKEND)
            request.session.set_expiry(guests.LASTS)
        game = practice.start(player=player, ruleset=request.POST.get("ruleset", ""), now=now)
    except Refused as refusal:
        return page(request, "web/refused.html", {}, refusal)
    answer = redirect("table", game.pk)
    if request.POST.get("coach") and game.ruleset in LESSONS:
        lesson.begin(answer, game.pk)
    return answer


@method_decorator([csrf_protect, never_cache], name="dispatch")
class KeepPage(LoginRequiredMixin, View):
    """The page on which a guest gives name and address; the code is typed on the next page."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Redirect players who are not guests, since they have nothing to keep."""
        player = reader_of(request)
        if player is not None and not is_guest(player):
            return redirect(own_path(request.GET.get("next")) or "my-games")
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        return _show_keep_page(request, SignUpForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Send the code, and redirect to the page that asks for it; or erase the guest, if that was checked."""
        if request.POST.get("do") == "erase":
            return self._erase(request)
        form, guest = SignUpForm(request.POST), cast("Player", request.user)
        if not form.is_valid():
            return _show_keep_page(request, form, status=400)
        cleaned = form.cleaned_data
        try:
            code = guests.mail_code(
                guest=guest,
                address=cleaned["email"],
                facts={"name": cleaned["name"], **form.facts()},
                asked_by=network_of(request),
                now=timezone.now(),
            )
        except Refused as refusal:
            return _show_keep_page(request, form, refusal)
        await_code(request, code.pk, own_path(request.POST.get("next")))
        return redirect("code")

    def _erase(self, request: HttpRequest) -> HttpResponse:
        if request.POST.get("sure") != "yes":
            return _show_keep_page(request, SignUpForm(), status=400, unsure=True)
        try:
            guests.leave(guest=cast("Player", request.user), now=timezone.now())
        except Refused as refusal:
            return _show_keep_page(request, SignUpForm(), refusal)
        logout(request)
        return render(request, "web/done.html", {"erased": True})


def _show_keep_page(
    request: HttpRequest, form: SignUpForm, refusal: Refused | None = None, status: int = 200, *, unsure: bool = False
) -> HttpResponse:
    guest, now = cast("Player", request.user), timezone.now()
    context = {
        "form": form,
        "unsure": unsure,
        "left": left(guests.leaves_at(guest), now),
        "next": own_path(request.POST.get("next") or request.GET.get("next")),
    }
    return page(request, "web/keep.html", context, refusal, status=status)

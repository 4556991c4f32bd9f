"""The pages about your email address: change it, confirm that in both mailboxes, stop it here or by an email's link."""

from typing import cast

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from games.errors import Refused
from games.models import Player
from games.people import addresses
from games.web.forms import SignInForm
from games.web.settings import proof
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class AddressPage(LoginRequiredMixin, View):
    """The page for a signed-in player, with the whole account.

    Asking for another address takes a fresh proof; stopping the change takes none.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the pending change, and the form for another one."""
        return _show_page(request, SignInForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Ask for another address, or stop the change and keep the present one."""
        player = cast("Player", request.user)
        if request.POST.get("do") == "stop":
            addresses.stop(player=player)
            return redirect("address-page")
        if not proof.is_fresh(request):
            return proof.ask(request, request.path)
        form = SignInForm(request.POST)
        if not form.is_valid():
            return _show_page(request, form, status=400)
        try:
            addresses.ask(player=player, address=form.cleaned_data["email"], whole=True, now=timezone.now())
        except Refused as refusal:
            return _show_page(request, form, refusal)
        return redirect("address-page")


def _show_page(
    request: HttpRequest, form: SignInForm, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    change = addresses.pending_change(cast("Player", request.user))
    context = {"form": form, "change": change, "fresh": proof.is_fresh(request)}
    return page(request, "web/address.html", context, refusal, status=status)


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class StopPage(View):
    """The page of the link in the email to the old address. The token authorizes it, no cookie; GET changes nothing."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show what the button would stop."""
        change = addresses.stopped_by(token)
        return page(request, "web/stop.html", {"change": change}, status=200 if change else 410)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Stop the change, or say that it is too late. Repeating it does no harm."""
        change = addresses.stopped_by(token)
        stopped = change is not None and addresses.stop(player=change.player)
        return page(request, "web/stop.html", {"done": stopped}, status=200 if stopped else 410)

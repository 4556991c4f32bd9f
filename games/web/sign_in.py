"""Signing up and in by browser: ask for an address, email a code, and have it typed or its link followed.

It uses the API's services, rows and limits. Between two pages the visitor's session holds the confirmation, so that
no address contains it. After somebody has proved to read the mail, django-allauth takes over and asks for a second
factor.
"""

from collections.abc import Mapping
from math import ceil
from typing import ClassVar, Final

from allauth.account.utils import perform_login
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games import signed_links
from games.browser import own_path
from games.errors import Refused
from games.lobby import join_links
from games.models import Game, JoinLink, MailedCode, Player
from games.people import accounts, addresses, admission
from games.people.networks import network_of
from games.people.suspension import is_guest
from games.refusals import explained
from games.web import unsent
from games.web.access import reader_of
from games.web.forms import CodeForm, SignInForm, SignUpForm
from games.web.listed import with_seats

Purpose: Final = MailedCode.Purpose
SESSION_KEY: Final = "door"
"""The session key for the confirmation of a code, and for where to go once the code is typed."""


def await_code(request: HttpRequest, confirmation: str, onward: str) -> None:
    """Remember which code this browser asked for, on which page, and where it goes on once it is typed."""
    request.session[SESSION_KEY] = {
        "confirmation": confirmation,
        "next": onward,
        "asked_at": own_path(request.get_full_path()),
    }


@method_decorator([csrf_protect, never_cache], name="dispatch")
class CodeRequestPage(View):
    """A page with a form for strangers that sends a code."""

    form_class: ClassVar[type[forms.Form]]
    template: ClassVar[str]

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; a signed-in player is redirected."""
        onward, player = own_path(request.GET.get("next")), reader_of(request)
        if player is not None and not is_guest(player):
            return redirect(onward or "my-games")
        return self._show_page(request, self.blank(request), onward)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Send the code, and redirect to the page that asks for it."""
        form, onward = self.form_class(request.POST), own_path(request.POST.get("next"))
        if not form.is_valid():
            return self._show_page(request, form, onward, status=400)
        try:
            code = self.ask(request, form)
        except Refused as refusal:
            return self._show_page(request, form, onward, refusal)
        await_code(request, code.pk, onward)
        return redirect("code")

    def blank(self, request: HttpRequest) -> forms.Form:
        """Return the form as first shown."""
        return self.form_class()

    def ask(self, request: HttpRequest, form: forms.Form) -> MailedCode:
        """Email a code, and return it. Raise Refused."""
        raise NotImplementedError

    def _show_page(
        self, request: HttpRequest, form: forms.Form, onward: str, refusal: Refused | None = None, status: int = 200
    ) -> HttpResponse:
        context = {"form": form, "next": onward, "unsent": unsent.is_told(request)}
        return page(request, self.template, context, refusal, status=status)


class SignInPage(CodeRequestPage):
    form_class, template = SignInForm, "web/sign_in.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; to whoever comes from a form that was not carried out, say so once."""
        answer = super().get(request)
        if unsent.is_told(request):
            answer.delete_cookie(unsent.COOKIE, samesite="Lax")
        return answer

    def ask(self, request: HttpRequest, form: forms.Form) -> MailedCode:
        return accounts.sign_in(address=form.cleaned_data["email"], asked_by=network_of(request), now=timezone.now())


class SignUpPage(CodeRequestPage):
    form_class, template = SignUpForm, "web/sign_up.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form, or say at once that nobody can sign up, or not without another link."""
        try:
            admission.check(request.GET.get("invitation", ""), timezone.now())
        except Refused as refusal:
            return page(request, self.template, {}, refusal)
        return super().get(request)

    def blank(self, request: HttpRequest) -> forms.Form:
        return SignUpForm(initial={"invitation": request.GET.get("invitation", "")})

    def ask(self, request: HttpRequest, form: forms.Form) -> MailedCode:
        assert isinstance(form, SignUpForm)
        cleaned = form.cleaned_data
        return accounts.sign_up(
            address=cleaned["email"],
            name=cleaned["name"],
            facts=form.facts(),
            invitation=cleaned["invitation"],
            asked_by=network_of(request),
            now=timezone.now(),
        )


@method_decorator([csrf_protect, never_cache], name="dispatch")
class CodePage(View):
    """The page on which the code is typed, in the browser that requested it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form, if a code was requested."""
        if SESSION_KEY not in request.session:
            return redirect("account_login")
        return _show_code_page(request, CodeForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign in with the right code."""
        pending, form = request.session.get(SESSION_KEY), CodeForm(request.POST)
        if pending is None:
            return redirect("account_login")
        if not form.is_valid():
            return _show_code_page(request, form, status=400)
        try:
            confirmed = accounts.confirm(
                confirmation=pending["confirmation"], typed=form.cleaned_data["code"], now=timezone.now()
            )
        except Refused as refusal:
            return _show_code_page(request, form, refusal)
        return _finish_sign_in(request, confirmed)


@method_decorator([csrf_protect, never_cache], name="dispatch")
class LinkPage(View):
    """The page of the link in an email. Link scanners fetch every link, so only the button does anything."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show what the button would do."""
        code = accounts.behind(token, timezone.now())
        return page(request, "web/link.html", {"code": code, **_describe_link(code)}, status=200 if code else 410)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        code = accounts.behind(token, timezone.now())
        try:
            confirmed = accounts.confirm(confirmation="", typed=token, now=timezone.now())
        except Refused as refusal:
            return page(request, "web/link.html", {"code": code, **_describe_link(code)}, refusal)
        if confirmed.purpose in accounts.SIGNS_IN:
            return _finish_sign_in(request, confirmed)
        waits = addresses.pending_change(confirmed.player) if confirmed.purpose != Purpose.ERASE else None
        return page(request, "web/done.html", {"erased": confirmed.purpose == Purpose.ERASE, "waits": waits})


def _describe_link(code: MailedCode | None) -> dict[str, str]:
    """Return the text and the button of a link's page."""
    if code is None:
        return {}
    name = code.player.name if code.player else code.facts.get("name", "")
    link = JoinLink.objects.select_related("game").filter(pk=code.facts.get(accounts.JOIN_LINK, "")).first()
    title, button = {
        Purpose.SIGN_UP: (_("Your new account"), _("Open the account")),
        Purpose.SIGN_IN: (_("Sign in"), _("Sign in")),
        Purpose.NEW_ADDRESS: (_("Your new address"), _("Use this address")),
        Purpose.OLD_ADDRESS: (_("Another address for your account"), _("I agree")),
        Purpose.ERASE: (_("Erase your account"), _("Erase it for good")),
    }[Purpose(code.purpose)]
    table = with_seats([link.game])[0].title if link else ""
    return {"title": title, "button": button, "name": name, "table": table}


def _show_code_page(
    request: HttpRequest, form: CodeForm, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    """Show where a code is typed; another one is asked for on the same page as before."""
    again = request.session[SESSION_KEY].get("asked_at") or reverse("account_login")
    return page(request, "web/code.html", {"form": form, "again": again}, refusal, status=status)


def _finish_sign_in(request: HttpRequest, confirmed: accounts.Confirmed) -> HttpResponse:
    """Sign in, after the second factor if there is one, and redirect to where the visitor was going.

    A player who requested the code at a join link joins the table first, unless a second factor is still to come.
    """
    pending = request.session.pop(SESSION_KEY, None) or {}
    request.session.set_expiry(None)  # a guest's session was shorter
    answer: HttpResponse = perform_login(request, confirmed.player, redirect_url=pending.get("next") or None)
    if confirmed.join_link and reader_of(request) == confirmed.player:
        return _sit_down(confirmed.player, confirmed.join_link)
    return answer


def _sit_down(player: Player, link: str) -> HttpResponse:
    """Join the table behind the link. If that is no longer possible, the link's own page says so."""
    try:
        game = join_links.join(player=player, link=link, now=timezone.now())
    except Refused:
        return redirect("join-by-link", signed_links.sign_row(join_links.JOIN, link))
    return redirect("waiting-room" if game.status == Game.Status.OPEN else "table", game.pk)


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    refusal: Refused | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Return a page of signing up or in; a refusal determines the status."""
    if refusal is None:
        return render(request, template, context, status=status)
    explanation = explained(refusal)
    refused = {"title": explanation.title, "detail": explanation.detail}
    answer = render(request, template, {**context, "refusal": refused}, status=explanation.status)
    if refusal.wait is not None:
        answer["Retry-After"] = str(max(1, ceil(refusal.wait)))
    return answer

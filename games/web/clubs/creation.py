"""Founding a club, and changing what it says of itself."""

from dataclasses import asdict
from typing import cast

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.clubs import creation, selectors
from games.errors import NotFound, Refused
from games.models import Club, Player
from games.people.suspension import is_guest
from games.web.clubs.forms import PRIVATE, WAYS_IN, ClubForm
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class NewClubPage(LoginRequiredMixin, View):
    """The page with the form that founds a club."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; guests must give an address first."""
        if is_guest(cast("Player", request.user)):
            return redirect("keep-table")
        return _show_form(request, ClubForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Found the club, or say why that is impossible."""
        form = ClubForm(request.POST)
        if not form.is_valid():
            return _show_form(request, form, status=400)
        try:
            club = creation.found_club(
                founder=cast("Player", request.user), settings=form.read_settings(), now=timezone.now()
            )
        except Refused as refusal:
            return _show_form(request, form, refusal)
        return redirect("club", club.pk)


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ChangeClubPage(LoginRequiredMixin, View):
    """The page with the form that changes a club, for its hosts."""

    def get(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Show the form, filled with what the club says now."""
        club = _get_hosted(request, club_id)
        entry = club.entry if club.public else PRIVATE
        form = ClubForm(initial={"name": club.name, "about": club.about, "entry": entry})
        return _show_form(request, form, club=club)

    def post(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Change the club, or say why that is impossible."""
        club, form = _get_hosted(request, club_id), ClubForm(request.POST)
        if not form.is_valid():
            return _show_form(request, form, club=club, status=400)
        try:
            creation.change(
                host=cast("Player", request.user),
                club_id=club_id,
                changes=asdict(form.read_settings()),
                now=timezone.now(),
            )
        except Refused as refusal:
            return _show_form(request, form, refusal, club=club)
        return redirect("club", club_id)


def _get_hosted(request: HttpRequest, club_id: str) -> Club:
    """Return the club for one of its hosts. Raise Http404 for anyone else."""
    try:
        seen_club = selectors.get_seen(cast("Player", request.user), club_id)
    except NotFound:
        raise Http404 from None
    if not seen_club.is_host:
        raise Http404
    return seen_club.club


def _show_form(
    request: HttpRequest, form: ClubForm, refusal: Refused | None = None, *, club: Club | None = None, status: int = 200
) -> HttpResponse:
    context = {"form": form, "ways_in": WAYS_IN, "chosen": form["entry"].value(), "club": club}
    return page(request, "web/clubs/form.html", context, refusal, status=status)

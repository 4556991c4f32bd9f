"""The list of clubs: the reader's own, those that have invited the reader, and all public ones."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.competitions.clubs import selectors
from games.people.suspension import is_guest
from games.web.access import reader_of

PAGE_SIZE: Final = 20


@never_cache
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List clubs, the reader's own first."""
    reader = reader_of(request)
    own = list(selectors.clubs_of(reader)) if reader else []
    others = selectors.public_clubs(reader).exclude(pk__in=[club.pk for club in own])
    context = {
        "own": own,
        "invitations": list(selectors.invitations_of(reader)) if reader else [],
        "pages": Paginator(others, PAGE_SIZE).get_page(request.GET.get("page")),
        "may_found": reader is not None and not is_guest(reader),
    }
    return render(request, "web/clubs/list.html", context)

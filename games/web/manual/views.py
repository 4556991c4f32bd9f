"""The views of the manual. Everybody reads the same pages; the guides for programmers are in English."""

from pathlib import PurePath
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import engine
from games import rulesets
from games.people import admission
from games.presentation import words
from games.presentation.pictures import inline
from games.web.manual import addresses, document_pages, numbered_rules, pictures, search
from games.web.manual.addresses import DOCS, GUIDES, PAGES
from games.web.manual.document_pages import ReadPage

LONGEST_SEARCH: Final = 100


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List all documents of the manual."""
    games = [(name, words.title(name), words.about(name)) for name in rulesets.offered() if _find_document(name)]
    return render(request, "web/manual/index.html", {"games": games})


@require_safe
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the rules of a game in our own words, and the numbers of its rules below."""
    if ruleset not in engine.RULESETS or not (document := _find_document(ruleset)):
        raise Http404
    engine_rules = engine.RULESETS[ruleset]
    context = {
        "page": document_pages.page(document, lambda name: pictures.drawn(engine_rules, name)),
        "chapters": [document_pages.rendered(chapter) for chapter in numbered_rules.list_chapters(document)],
        "ruleset": ruleset,
        "can_practice": request.user.is_authenticated or settings.SIGN_UP == admission.OPEN,
        "signs": inline.signs(),
    }
    return render(request, "web/manual/rules.html", context)


@require_safe
def help_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a document of the manual."""
    if page not in PAGES:
        raise Http404
    elsewhere = "" if PAGES[page] == numbered_rules.LIST else reverse("help-page", args=["rules"])
    read: ReadPage = document_pages.page(PAGES[page], rules_url=elsewhere)
    return render(request, "web/manual/help.html", {"page": read})


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    """List the guides for programmers, or the sections of them that have the words in `q`."""
    typed = request.GET.get("q", "")[:LONGEST_SEARCH]
    listed = [
        (document_pages.title_of(f"{name}.md"), reverse("guide", args=[name]), about) for name, about in GUIDES.items()
    ]
    context = {"guides": listed, "typed": typed, "found": search.find_sections(typed)}
    return render(request, "web/manual/guides.html", context)


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """Show a guide for programmers; to a document for players, lead to its page."""
    if name in GUIDES:
        return render(request, "web/manual/guide.html", {"page": document_pages.guide(f"{name}.md")})
    if not (elsewhere := addresses.address(f"{name}.md")):
        raise Http404
    return redirect(elsewhere)


@require_safe
def program(request: HttpRequest, name: str) -> HttpResponse:
    """Show a program that the guides lead to, as text."""
    if not (file := addresses.list_programs().get(name)):
        raise Http404
    return HttpResponse(file.read_bytes(), content_type="text/plain; charset=utf-8")


@require_safe
def operators_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a document of the operator's, whose text is the setting of this name; 404 if there is none."""
    if not (text := getattr(settings, name)):
        raise Http404
    return render(request, "web/manual/help.html", {"page": document_pages.read_page(text)})


def _find_document(ruleset: str) -> str:
    """Return the document of a game, which is named after the ruleset without its version; "" if there is none."""
    file = PurePath("rules") / f"{ruleset.partition('@')[0]}.md"
    return str(file) if (DOCS / file).is_file() else ""

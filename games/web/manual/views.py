"""The views of the manual. Everybody reads the same pages."""

from pathlib import PurePath

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

import engine
from games import rulesets
from games.people import admission
from games.presentation import words
from games.presentation.pictures import inline
from games.web.manual import document_pages, numbered_rules, pictures
from games.web.manual.document_pages import ReadPage


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
    if page not in document_pages.PAGES:
        raise Http404
    elsewhere = "" if document_pages.PAGES[page] == numbered_rules.LIST else reverse("help-page", args=["rules"])
    read: ReadPage = document_pages.page(document_pages.PAGES[page], rules_url=elsewhere)
    return render(request, "web/manual/help.html", {"page": read})


@require_safe
def operators_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a document of the operator's, whose text is the setting of this name; 404 if there is none."""
    if not (text := getattr(settings, name)):
        raise Http404
    return render(request, "web/manual/help.html", {"page": document_pages.read_page(text)})


def _find_document(ruleset: str) -> str:
    """Return the document of a game, which is named after the ruleset without its version; "" if there is none."""
    file = PurePath("rules") / f"{ruleset.partition('@')[0]}.md"
    return str(file) if (document_pages.DOCS / file).is_file() else ""

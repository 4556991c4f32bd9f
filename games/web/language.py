"""The language of a response: the account's; a stranger's by a cookie from the footer, or as the browser asks."""

from collections.abc import Callable
from typing import Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games import languages
from games.browser import own_path
from games.people import accounts
from games.web.access import reader_of

AnyView = TypeVar("AnyView", bound=Callable[..., HttpResponseBase])

COOKIE: Final = "language"
KEPT: Final = 365 * 24 * 3600
"""How long a browser remembers the choice, in seconds."""
ENGLISH_ONLY: Final = "/admin/"
"""Where the admins' desk begins, which is not translated."""
PROGRAMS: Final = "/api/"
"""Where a token says who asks, and no cookie; `games.api.view` goes on in the account's language."""


def says_nothing(view: AnyView) -> AnyView:
    """Mark a view whose answers contain no words, so that all readers and caches can share them."""
    vars(view)["says_nothing"] = True
    return view


def finds_reader_late(view: AnyView) -> AnyView:
    """Mark a view that may answer without looking up who is signed in; else it calls `languages.activate_for`."""
    vars(view)["finds_reader_late"] = True
    return view


class ReaderLanguage:
    """Middleware that answers in the reader's language and says in the header which one that is.

    A view that knows its reader otherwise, by a token or a link, calls `languages.activate_for`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with override(_choose_for_stranger(request)):
            answer = self._get_response(request)
            if request.resolver_match is None or not hasattr(request.resolver_match.func, "says_nothing"):
                answer.headers.setdefault("Content-Language", get_language())
                patch_vary_headers(answer, ["Accept-Language", *(["Cookie"] if _has_choice(request) else [])])
        return answer

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponseBase], *_rest: object) -> None:
        """Go on in the language of who is signed in."""
        if not (hasattr(view, "says_nothing") or hasattr(view, "finds_reader_late")):
            activate_for_account(request)


def activate_for_account(request: HttpRequest) -> None:
    """Go on in the language of the account that is signed in, if any, on pages that have a choice."""
    if _has_choice(request) and settings.SESSION_COOKIE_NAME in request.COOKIES and (reader := reader_of(request)):
        languages.activate_for(reader)


def _has_choice(request: HttpRequest) -> bool:
    return len(settings.LANGUAGES) > 1 and not request.path_info.startswith((ENGLISH_ONLY, PROGRAMS))


def _choose_for_stranger(request: HttpRequest) -> str:
    if len(settings.LANGUAGES) == 1 or request.path_info.startswith(ENGLISH_ONLY):
        return settings.LANGUAGE_CODE
    chosen = "" if request.path_info.startswith(PROGRAMS) else request.COOKIES.get(COOKIE, "")
    if chosen in dict(settings.LANGUAGES):
        return chosen
    return languages.find_accepted(request.headers.get("Accept-Language", ""))


def remember(answer: HttpResponse, language: str) -> None:
    """Have the browser ask for this language as long as nobody is signed in."""
    if len(settings.LANGUAGES) > 1:
        answer.set_cookie(COOKIE, language, max_age=KEPT, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")


@method_decorator([never_cache, csrf_protect], name="dispatch")
class LanguagePage(View):
    """The page that each footer links to. So no other page needs a form's token for it, which no cache could keep."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the languages; the page to go back to is the one whose link was followed."""
        came_from = own_path(request.headers.get("Referer"))
        return render(request, "web/language.html", {"languages": languages.list_offered(), "next": came_from})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Change the account's language, or a stranger's in this browser, and go back to the page."""
        language = languages.find_spoken(request.POST.get("language"))
        if player := reader_of(request):
            accounts.change_profile(player=player, changes={"language": language}, now=timezone.now())
        answer = redirect(own_path(request.POST.get("next")) or "home")
        remember(answer, language)
        return answer

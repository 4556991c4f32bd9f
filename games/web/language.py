"""The language of a response: the account's; a stranger's by a cookie from the footer, or as the browser asks."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from games import languages
from games.browser import own_path
from games.models import Player
from games.people import accounts
from games.web.access import reader_of

COOKIE: Final = "language"
KEPT: Final = 365 * 24 * 3600
"""How long a browser remembers the choice, in seconds."""
ENGLISH_ONLY: Final = "/admin/"
"""Where the admins' desk begins, which is not translated."""
PROGRAMS: Final = "/api/"
"""Where a token says who asks, and no cookie; `games.api.view` goes on in the account's language."""


class ReaderLanguage:
    """Middleware that answers in the reader's language and says in the header which one that is.

    A view that knows its reader otherwise, by a token or a link, calls `languages.activate_for`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with override(_choose(request)):
            answer = self._get_response(request)
            answer.headers.setdefault("Content-Language", get_language())
        has_choice = len(settings.LANGUAGES) > 1 and not request.path_info.startswith(PROGRAMS)
        patch_vary_headers(answer, ["Accept-Language", "Cookie"] if has_choice else ["Accept-Language"])
        return answer


def _choose(request: HttpRequest) -> str:
    if len(settings.LANGUAGES) == 1 or request.path_info.startswith(ENGLISH_ONLY):
        return settings.LANGUAGE_CODE
    accepted = languages.find_accepted(request.headers.get("Accept-Language", ""))
    if request.path_info.startswith(PROGRAMS):
        return accepted
    if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, Player):
        return languages.of_player(request.user)
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in dict(settings.LANGUAGES) else accepted


def remember(answer: HttpResponse, language: str) -> None:
    """Have the browser ask for this language as long as nobody is signed in."""
    if len(settings.LANGUAGES) > 1:
        answer.set_cookie(COOKIE, language, max_age=KEPT, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")


@require_POST
@never_cache
@csrf_protect
def switch(request: HttpRequest) -> HttpResponse:
    """Change the account's language, or a stranger's in this browser, and go back to the page."""
    language = languages.find_spoken(request.POST.get("language"))
    if player := reader_of(request):
        accounts.change_profile(player=player, changes={"language": language}, now=timezone.now())
    answer = redirect(own_path(request.POST.get("next")) or "home")
    remember(answer, language)
    return answer

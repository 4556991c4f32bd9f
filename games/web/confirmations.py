"""What a page confirms to the browser whose form it has just answered.

The address names what was done, so that it is a page of its own to every cache. A cookie that lasts a minute says that
this browser did it: the address alone, reloaded, kept or passed on, confirms nothing.
"""

from datetime import timedelta
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict

COOKIE: Final = "confirmed"
LASTS: Final = timedelta(minutes=1)


def redirect_confirming(path: str, **facts: object) -> HttpResponse:
    """Redirect to a page that confirms these facts, which are short words: `did="leave"`."""
    query = urlencode(facts)
    answer = HttpResponseRedirect(f"{path}?{query}", status=303)
    answer.set_cookie(
        COOKIE, query, max_age=LASTS, httponly=True, samesite="Lax", secure=bool(settings.SESSION_COOKIE_SECURE)
    )
    return answer


def confirmed(request: HttpRequest) -> QueryDict:
    """Return the facts that the page confirms; none where this browser has not just done what the address says."""
    facts = QueryDict(request.COOKIES.get(COOKIE, "")[:200])
    is_here = all(request.GET.get(name) == value for name, value in facts.items())
    return facts if is_here else QueryDict()

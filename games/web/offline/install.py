"""The files by which a browser installs the site: its manifest, its service worker, the page for when it is offline."""

from hashlib import sha256
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.web.offline.viewer import HEADER

WORKER: Final = (Path(__file__).resolve().parents[2] / "static" / "web" / "service-worker.js").read_text("utf-8")
PAPER, NIGHT = "#f6f0e2", "#141b2b"
ICONS: Final = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
MASKABLE: Final = ("icon-maskable.png", "512x512", "maskable")
"""An icon that fills its square, so that a system may cut it to its own shape."""
OFFLINE: Final = "web/offline.html"


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Send the W3C Web Application Manifest."""
    fields = {
        "id": "/",
        "name": "Night Mail",
        "short_name": "Night Mail",
        "description": _("Ticket to Ride, a move at a time"),
        "lang": get_language(),
        "start_url": reverse("my-games"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": NIGHT,
        "icons": [
            {"src": static(f"web/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in (*ICONS, MASKABLE)
        ],
    }
    return JsonResponse(fields, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker from the root, so that it serves every page.

    If the offline page has changed, the worker changes, too: browsers then install it again.
    """
    page = render_to_string(OFFLINE)
    facts = {
        "VIEWER": HEADER,
        "PAGE": reverse("offline"),
        "SIGN_OUT": reverse("account_logout"),
        "GAMES": reverse("my-games"),
        "ICON": static("web/icon-192.png"),
        "BADGE": static("web/badge.png"),
        "VERSION": sha256(page.encode()).hexdigest()[:16],
    }
    constants = ", ".join(f'{name} = "{value}"' for name, value in facts.items())
    answer = HttpResponse(f"const {constants};\n{WORKER}", content_type="text/javascript; charset=utf-8")
    answer["Service-Worker-Allowed"] = "/"
    return answer


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for when there is no network; it is the same for everybody and names nobody."""
    return render(request, OFFLINE)

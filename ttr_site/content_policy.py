"""The content security policy of our pages: nothing from other sites, and nothing inline."""

from typing import Any, Final

from csp.constants import NONE, SELF

CONTENT_SECURITY_POLICY: Final[dict[str, Any]] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

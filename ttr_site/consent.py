"""The page on which a player lets an app in: the account, the app, and where it leads."""

from typing import Any
from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from oauth2_provider.views.base import AuthorizationView


# Some browsers hold the form's answer, which leads to the app, to the form's policy too.
@method_decorator(csp_update({"form-action": ["https:", "http://127.0.0.1:*", "http://[::1]:*"]}), name="dispatch")
class ConsentPage(AuthorizationView):
    """RFC 6749, 4.1.1. The host is told whole: it is what a player can recognize."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        leads_to = urlsplit(kwargs.get("redirect_uri") or "").netloc
        told: dict[str, Any] = super().get_context_data(leads_to=leads_to, **kwargs)
        return told

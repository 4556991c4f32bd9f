"""The page on which a player authorizes an app, showing the account, the app, its owner, and its redirect address."""

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from oauth2_provider.settings import oauth2_settings
from oauth2_provider.views.base import AuthorizationView

from games.models import Application

LEADS: Final = ("https:", "http://127.0.0.1:*", "http://[::1]:*")


class ConsentPage(AuthorizationView):
    """The authorization endpoint (RFC 6749, 4.1.1). It shows the full host, which is what players can recognize."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Allow the app's address in the form's policy: some browsers also apply it to the redirect that follows."""
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        app = self._app()
        own = [f"{scheme}:" for scheme in app.own_schemes] if app else []
        answer._csp_update = {"form-action": [*LEADS, *own]}  # type: ignore[attr-defined]
        return answer

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Ask every time, whatever the app requests.

        Another program on the player's device could impersonate an app that was authorized before (RFC 8252, 8.6).
        """
        parameters = request.GET.copy()
        parameters["approval_prompt"] = "force"
        request.GET = parameters  # type: ignore[assignment]
        return super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Process the player's answer. Raises Http404 if the app's owner has deleted it since the page was shown."""
        try:
            return super().post(request, *args, **kwargs)
        except Application.DoesNotExist as error:
            raise Http404 from error

    def redirect(self, redirect_to: str, application: Application | None) -> Any:
        """Redirect to the app, custom schemes included, naming the issuer, even in refusals (RFC 9207, 2).

        An app whose request had other errors is unknown here, but its address must have been registered, or there would
        be no redirect.
        """
        parts = urlsplit(redirect_to)
        parameters = [each for each in parse_qsl(parts.query, keep_blank_values=True) if each[0] != "iss"]
        parameters.append(("iss", oauth2_settings.oauth2_authorization_server_issuer(self.request)))
        address = parts._replace(query=urlencode(parameters)).geturl()
        return super().redirect(address, application or self._app())  # type: ignore[no-untyped-call]

    def _app(self) -> Application | None:
        return Application.objects.filter(client_id=self.request.GET.get("client_id", "")).first()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        parts = urlsplit(kwargs.get("redirect_uri") or "")
        context: dict[str, Any] = super().get_context_data(leads_to=parts.netloc, by_scheme=parts.scheme, **kwargs)
        return context

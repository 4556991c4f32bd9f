"""The API's schema over HTTP."""

from threading import Lock
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from ttr_site.openapi import ADMIN_SETTINGS

_one_at_a_time = Lock()
_documents: Final[dict[tuple[type, str | None, str], bytes]] = {}
"""The documents by view, language and type. Each is the same for everybody, and takes a third of a second to make."""


class SchemaView(SpectacularAPIView):
    """The schema, generated once per process whatever the query.

    drf-spectacular writes the query's `version` into a header. The generator fills its registry at its first use; two
    concurrent uses would find it half filled.
    """

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer: BaseRenderer = request.accepted_renderer
        key = type(self), get_language(), renderer.media_type
        with _one_at_a_time:
            if key not in _documents:
                with patched_settings(self.custom_settings):
                    _documents[key] = _render(self._get_schema_response(request).data, renderer)  # type: ignore[no-untyped-call]
        name = f'inline; filename="night-mail.{renderer.format}"'
        return HttpResponse(_documents[key], content_type=_type(renderer), headers={"Content-Disposition": name})

    def _get_version_parameter(self, request: Request) -> None:
        """Return None: there is only one version, which is named in the path."""


class AdminSchemaView(SchemaView):
    """The schema of what only admins can do."""

    custom_settings = ADMIN_SETTINGS


def _render(document: Any, renderer: BaseRenderer) -> bytes:
    text = renderer.render(document, renderer.media_type, {})
    return text.encode() if isinstance(text, str) else text


def _type(renderer: BaseRenderer) -> str:
    return f"{renderer.media_type}; charset={renderer.charset}" if renderer.charset else renderer.media_type

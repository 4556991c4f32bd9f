"""Django's test clients load the whole site each time, so common lookups are done only once here."""

from typing import Any

from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware

_find = WhiteNoiseMiddleware.add_files_from_finders
_found: dict[tuple[Any, ...], dict[str, Any]] = {}


def find_static_files_once() -> None:
    """Make WhiteNoise, which searches the folders of all apps at each client's first request, do so only once."""
    WhiteNoiseMiddleware.add_files_from_finders = _add_what_was_found


def _add_what_was_found(site: WhiteNoiseMiddleware) -> None:
    answered_alike = site.static_prefix, site.max_age, str(settings.STORAGES)
    if answered_alike not in _found:
        others, site.files = site.files, {}
        _find(site)
        _found[answered_alike], site.files = site.files, others
    site.files.update(_found[answered_alike])

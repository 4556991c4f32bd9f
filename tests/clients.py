"""Django's test clients: each loads the whole site anew, so what all of them find alike is looked for only once."""

from typing import Any

from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware

_find = WhiteNoiseMiddleware.add_files_from_finders
_found: dict[tuple[Any, ...], dict[str, Any]] = {}


def find_static_files_once() -> None:
    """Teach WhiteNoise, which looks through the folders of all apps whenever a client makes its first request."""
    WhiteNoiseMiddleware.add_files_from_finders = _add_what_was_found


def _add_what_was_found(site: WhiteNoiseMiddleware) -> None:
    answered_alike = site.static_prefix, site.max_age, str(settings.STORAGES)
    if answered_alike not in _found:
        others, site.files = site.files, {}
        _find(site)
        _found[answered_alike], site.files = site.files, others
    site.files.update(_found[answered_alike])

"""Static files as a real site serves them: compressed, and cached for a year."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client
from pytest_django import Settings

from ttr_site.static_files import are_gathered, storages

OF_OTHERS = ["admin", "django_htmx", "drf_spectacular_sidecar", "oauth2_provider", "rest_framework"]
"""Other projects' static files, which take seconds to compress."""


@pytest.mark.usefixtures("servers")
def test_gathered_files_are_compressed_and_may_be_kept(settings: Settings, tmp_path: Path) -> None:
    assert not are_gathered(tmp_path)
    settings.STATIC_ROOT, settings.STORAGES = str(tmp_path), storages(gathered=True)
    settings.WHITENOISE_USE_FINDERS = False
    call_command("collectstatic", ignore_patterns=OF_OTHERS, interactive=False, verbosity=0)
    assert are_gathered(tmp_path)

    address = static("games/admin.css")
    answer = Client().get(address, headers={"Accept-Encoding": "gzip"})

    assert address != "/static/games/admin.css"
    assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert Client().get("/static/games/admin.css").status_code == 404

"""The first two requests for the schema in a fresh process, at the same moment."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
import django
django.setup()
from django.test import RequestFactory
from ttr_site.schema_view import SchemaView
sys.setswitchinterval(1e-5)
ask = lambda _: SchemaView.as_view(throttle_classes=[])(RequestFactory().get("/api/v1/schema")).status_code
with ThreadPoolExecutor(3) as people:
    print(*people.map(ask, range(3)))
"""


@pytest.mark.long
def test_both_get_it() -> None:
    asked = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "ttr_site.settings"},
    )
    assert asked.stdout.split() == ["200", "200", "200"], asked.stderr
    assert "Error" not in asked.stderr

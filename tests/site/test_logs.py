"""What the log keeps to itself."""

import logging
from typing import Any

import pytest
from django.db import IntegrityError

from games.models import Player
from ttr_site.logs import configuration

pytestmark = pytest.mark.django_db

SECRET = "Ada.Secret@example.org"


def failing_row() -> IntegrityError:
    with pytest.raises(IntegrityError) as caught:
        Player.objects.create(name="Ada", email=SECRET)
    assert SECRET in str(caught.value)
    return caught.value


def written(form: str, message: str, **more: Any) -> str:
    facts = configuration("INFO", form)["formatters"]["structured"]
    formatter = facts.pop("()")(**facts)
    return str(formatter.format(logging.LogRecord("site", logging.ERROR, "", 1, message, None, **more)))


@pytest.mark.parametrize("form", ["json", "console"])
def test_the_text_of_a_database_error_is_not_written(form: str) -> None:
    error = failing_row()
    line = written(form, f"failed: {error!r}, {error}", exc_info=(type(error), error, error.__traceback__))
    assert SECRET not in line
    assert "Failing row" not in line
    assert "django.db.utils.IntegrityError" in line
    assert "psycopg.errors.CheckViolation" in line
    assert "test_logs.py" in line

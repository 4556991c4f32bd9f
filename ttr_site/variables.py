"""The environment: a variable that is missing or wrong stops the process at once, with a sentence that names it."""

from datetime import date
from typing import NoReturn

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.FileAwareEnv()


def wrong(name: str, why: str) -> NoReturn:
    """Stops the process. `why` follows the name in the sentence."""
    raise ImproperlyConfigured(f"{name} {why}. deploy/env.example describes every variable.")


def required(name: str) -> str:
    """A variable that must be set."""
    value: str = env.str(name, default="").strip()
    return value or wrong(name, "is not set")


def day(name: str) -> date | None:
    """A day like 2026-03-02, if it is set."""
    text: str = env.str(name, default="").strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        wrong(name, "must be a day like 2026-03-02")

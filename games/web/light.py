"""Light or dark pages, for readers who want another than their system's."""

from typing import Final

from django.http import HttpRequest

COOKIE: Final = "light"
CHOICES: Final = ("day", "night")


def chosen(request: HttpRequest) -> str:
    """What the reader has chosen over the system's choice; "" for nothing."""
    found = request.COOKIES.get(COOKIE, "")
    return found if found in CHOICES else ""

"""Light or dark pages, for readers who want another light than their system's."""

from typing import Final

from django.http import HttpRequest

COOKIE: Final = "light"
CHOICES: Final = ("day", "night")


def chosen(request: HttpRequest) -> str:
    """Return the light that the reader has chosen over the system's; "" for none."""
    light = request.COOKIES.get(COOKIE, "")
    return light if light in CHOICES else ""

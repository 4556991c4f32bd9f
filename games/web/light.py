"""The color scheme of pages, for readers who want another than their system's."""

from typing import Final

from django.http import HttpRequest

COOKIE: Final = "light"
CHOICES: Final = ("day", "night")


def chosen(request: HttpRequest) -> str:
    """Return the color scheme that the reader chose instead of the system's ("day" or "night"), or ""."""
    light = request.COOKIES.get(COOKIE, "")
    return light if light in CHOICES else ""

"""Light or dark pages, for readers who want another than their system's."""

from typing import Final

COOKIE: Final = "light"
CHOICES: Final = ("day", "night")

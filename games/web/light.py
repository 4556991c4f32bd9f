"""By which light a browser reads the pages, where its reader wants another than the system's."""

from typing import Final

COOKIE: Final = "light"
CHOICES: Final = ("day", "night")

"""Names of devices for their players, such as "Firefox on Android", as far as browsers identify themselves."""

from typing import Final

from django.utils.translation import gettext as _

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Marks in the header `User-Agent` with the browsers' names; most browsers also claim to be those further down."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Name a device by its header `User-Agent`."""
    browser, system = _find_first(BROWSERS, user_agent), _find_first(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser")


def _find_first(signs: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in signs if sign in user_agent), "")

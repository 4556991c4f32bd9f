"""The weight of a page: the bytes, compressed, of itself and of everything that a browser loads for it at first."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

HEAVIEST: Final = 160_000
"""The most that a table's page may weigh."""
LINKED: Final = re.compile(r'<link[^>]+href="([^"]+)"[^>]*>|<script[^>]+src="([^"]+)"')
FONT: Final = re.compile(r"unicode-range: U\+20-7E")
GROUND: Final = re.compile(r'<use href="(/[^"#]+)#')
SOURCE: Final = re.compile(r'url\("?([^")]+\.woff2)"?\)')


def weigh(browser: Client, address: str) -> dict[str, int]:
    """Return the weight of the page and of each file that it loads, by their addresses."""
    page = browser.get(address).content.decode()
    paths = {*_list_linked(page), *GROUND.findall(page)}
    files = {path: _weigh_file(path) for path in sorted(paths) if path.startswith(settings.STATIC_URL)}
    served = {path: _compress(browser.get(path).content) for path in sorted(paths - set(files))}
    return {address: _compress(page.encode()), **files, **served}


def _list_linked(page: str) -> Iterator[str]:
    """Yield the addresses of style sheets, scripts, icon, manifest, and the fonts for Latin letters."""
    for link, script in LINKED.findall(page):
        path = link or script
        yield path
        if path.endswith(".css"):
            for rule in _read(path).decode().split("@font-face")[1:]:
                if FONT.search(rule) and (source := SOURCE.search(rule)) and path.startswith("/"):
                    yield f"{path.rpartition('/')[0]}/{source[1]}"


def _weigh_file(path: str) -> int:
    return len(_read(path)) if path.endswith(".woff2") else _compress(_read(path))


def _read(path: str) -> bytes:
    found = finders.find(path.removeprefix(settings.STATIC_URL))
    assert isinstance(found, str), path
    return Path(found).read_bytes()


def _compress(content: bytes) -> int:
    return len(gzip.compress(content, 6))

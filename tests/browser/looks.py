"""Screenshots of pages for people to look at, written to the folder in LOOK_AT; without it none are taken."""

import os
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.engines import interface

SIZES = {"phone": (390, 844), "small": (360, 740), "tablet": (768, 1024), "desk": (1440, 900)}


def seen(page: interface.Page, name: str) -> None:
    """Take screenshots of the page open in Chromium, at four sizes, in light and dark. Its window keeps its size."""
    folder = os.environ.get("LOOK_AT")
    if not folder or not isinstance(page, Page):
        return
    window = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder) / f"{name}-{size}-{scheme}.png", full_page=True)
    if window:
        page.set_viewport_size(window)

"""An admin at the desk who uses only the pages; every click and every text is counted."""

import re
from dataclasses import dataclass, field
from http import HTTPStatus

from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, Response, expect

from games.models import Game, Player
from tests.games.admins import at_the_desk


@dataclass
class Desk:
    """An admin's actions with mouse and keyboard, counted."""

    page: Page
    clicks: int = 0
    texts: int = 0
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("response", self._answered)

    def _answered(self, answer: Response) -> None:
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.trouble.append(f"{answer.status} {answer.url}")

    def sign_in(self, who: Player) -> None:
        """Use a new session of this admin; signing in has tests of its own."""
        self.enter(at_the_desk(who))

    def enter(self, client: Client) -> None:
        """Use this client's session."""
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "domain": "localhost", "path": "/"}
        self.page.context.clear_cookies()
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]

    def sit_down(self) -> None:
        """Open the queue, and count clicks and texts from here on."""
        self.page.goto("/admin/games/game/queue/")
        self.clicks = self.texts = 0

    def go_to(self, game: Game) -> None:
        """Open a game's page by its address."""
        self.page.goto(f"/admin/games/game/{game.pk}/change/")

    def follow(self, link: str) -> None:
        """Follow the first link with this name."""
        self._click(self.page.get_by_role("link", name=link, exact=True).first)

    def press(self, button: str) -> None:
        """Press the first button with this name."""
        self._click(self.page.get_by_role("button", name=button, exact=True).first)

    def open(self, order: str) -> Locator:
        """Open the form of a ruling on the game's page."""
        form = self.page.locator("details.nm-other").filter(has_text=re.compile(f"^\\s*{order}…"))
        self._click(form.locator("summary"))
        return form

    def preview(self, order: str, **filled: str) -> None:
        """Fill in the form of a ruling and open its preview."""
        form = self.open(order)
        for name, value in filled.items():
            self._fill(form.locator(f"[name={name}]").first, value)
        self._click(form.get_by_role("button", name="Preview"))

    def write(self, label: str, text: str) -> None:
        """Write into the field with this label."""
        self.page.get_by_label(label, exact=True).first.fill(text)
        self.texts += 1

    def rule(self, order: str, text: str, **filled: str) -> None:
        """Make a whole ruling, beginning and ending at the game's page."""
        self.preview(order, **filled)
        self.write("To the players", text)
        self.press("Carry out")
        self.reads("Carried out as entry")

    def reads(self, *texts: str) -> None:
        """Check that the page contains these texts."""
        for text in texts:
            expect(self.page.locator("body")).to_contain_text(text)

    def misses(self, *texts: str) -> None:
        """Check that the page does not contain these texts."""
        for text in texts:
            expect(self.page.locator("body")).not_to_contain_text(text)

    def _click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def _fill(self, box: Locator, value: str) -> None:
        if box.evaluate("box => box.tagName") == "SELECT":
            box.select_option(value)
        elif box.get_attribute("type") == "checkbox":
            box.check()
        else:
            box.fill(value)

"""An admin at the desk, who uses nothing but what stands on the pages; every click and every text is counted."""

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
    """What an admin does with the mouse and the keyboard, and how often."""

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
        """With the session of somebody who has come in by the door, which has tests of its own."""
        self.enter(at_the_desk(who))

    def enter(self, client: Client) -> None:
        """With the session of this one."""
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "domain": "localhost", "path": "/"}
        self.page.context.clear_cookies()
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]

    def sit_down(self) -> None:
        """At the queue; from here on clicks and texts count."""
        self.page.goto("/admin/games/game/queue/")
        self.clicks = self.texts = 0

    def go_to(self, game: Game) -> None:
        """To a game, by its address."""
        self.page.goto(f"/admin/games/game/{game.pk}/change/")

    def follow(self, link: str) -> None:
        """The first link that is called so."""
        self._click(self.page.get_by_role("link", name=link, exact=True).first)

    def press(self, button: str) -> None:
        """The first button that is called so."""
        self._click(self.page.get_by_role("button", name=button, exact=True).first)

    def open(self, order: str) -> Locator:
        """The form of a ruling on the game's page."""
        form = self.page.locator("details.nm-other").filter(has_text=re.compile(f"^\\s*{order}…"))
        self._click(form.locator("summary"))
        return form

    def preview(self, order: str, **filled: str) -> None:
        """Fill in the form of a ruling and look at what would change."""
        form = self.open(order)
        for name, value in filled.items():
            self._fill(form.locator(f"[name={name}]").first, value)
        self._click(form.get_by_role("button", name="Preview"))

    def write(self, label: str, text: str) -> None:
        """Into the field with this label."""
        self.page.get_by_label(label, exact=True).first.fill(text)
        self.texts += 1

    def rule(self, order: str, text: str, **filled: str) -> None:
        """The whole way from the game's page and back to it."""
        self.preview(order, **filled)
        self.write("To the players", text)
        self.press("Carry out")
        self.reads("Carried out as entry")

    def reads(self, *texts: str) -> None:
        """It stands on the page."""
        for text in texts:
            expect(self.page.locator("body")).to_contain_text(text)

    def misses(self, *texts: str) -> None:
        """It does not."""
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

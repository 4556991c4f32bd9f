"""A reader who uses only what a page shows, without scripts: links and buttons by their names, each click counted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urlencode, urljoin

from django.test import Client

from games.models import Player
from tests.games.admins import at_the_desk

QUEUE: Final = "/admin/games/game/queue/"
VOID: Final = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
UNSEEN: Final = frozenset({"script", "style", "template"})


@dataclass
class Node:
    """An element of a page, or the page itself."""

    tag: str
    attributes: dict[str, str]
    parent: "Node | None" = None
    children: "list[Node | str]" = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return what a reader sees of it, as one line."""
        if self.tag in UNSEEN:
            return ""
        return " ".join(
            "".join(child if isinstance(child, str) else f" {child.text} " for child in self.children).split()
        )

    @property
    def ancestors(self) -> "list[Node]":
        return [] if self.parent is None else [self.parent, *self.parent.ancestors]

    def within(self, *tags: str) -> "Iterator[Node]":
        """Yield the elements of these tags inside, in their order."""
        for child in self.children:
            if isinstance(child, Node):
                yield from [child] if child.tag in tags else []
                yield from child.within(*tags)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = self.inner = Node("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.inner)
        self.inner.children.append(node)
        if tag not in VOID:
            self.inner = node

    def handle_endtag(self, tag: str) -> None:
        node = next((node for node in [self.inner, *self.inner.ancestors] if node.tag == tag), None)
        if node is not None and node.parent is not None:
            self.inner = node.parent

    def handle_data(self, data: str) -> None:
        self.inner.children.append(data)


@dataclass
class Clicker:
    """A browser, the page that it shows, and the clicks since `sit_down`. Opening what is folded is a click, too."""

    client: Client
    clicks: int = 0
    address: str = ""
    page: Node = field(default_factory=lambda: Node("", {}))

    @property
    def text(self) -> str:
        return self.page.text

    def sit_down(self, address: str = QUEUE) -> "Clicker":
        """Open a page, from which clicks are counted."""
        self._show(self.client.get(address, follow=True), address)
        self.clicks = 0
        return self

    def follow(self, name: str) -> None:
        """Follow the first link with this name."""
        link = next(link for link in self.page.within("a") if link.text == name)
        address = urljoin(self.address, link.attributes["href"])
        self.clicks += 1
        self._show(self.client.get(address, follow=True), address)

    def press(self, name: str, **typed: str) -> None:
        """Press the first button with this name, after filling in fields of its form."""
        button = next(button for button in self.page.within("button") if button.text == name)
        form = next(node for node in button.ancestors if node.tag == "form")
        fields = {**dict(_fields(form)), **typed}
        assert typed.keys() <= {node.attributes.get("name") for node in form.within("input", "select", "textarea")}
        if "name" in button.attributes:
            fields[button.attributes["name"]] = button.attributes.get("value", "")
        self.clicks += 1 + sum(node.tag == "details" for node in button.ancestors)
        address = urljoin(self.address, form.attributes.get("action") or self.address)
        if form.attributes.get("method", "get") == "post":
            self._show(self.client.post(address, fields, follow=True), address)
        else:
            address = f"{address}?{urlencode(fields)}"
            self._show(self.client.get(address, follow=True), address)

    def _show(self, response: Any, address: str) -> None:
        assert response.status_code == 200, (address, response.status_code)
        self.address = urljoin(address, response.redirect_chain[-1][0]) if response.redirect_chain else address
        reader = _Reader()
        reader.feed(response.content.decode())
        self.page = reader.page


def _fields(form: Node) -> Iterator[tuple[str, str]]:
    """Yield the form's fields with what they hold before anybody types."""
    for node in form.within("input", "select", "textarea"):
        kind, value = node.attributes.get("type", "text"), node.attributes.get("value", "")
        if node.tag == "textarea":
            yield node.attributes["name"], node.text
        elif node.tag == "select":
            options = list(node.within("option"))
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            yield from ((node.attributes["name"], option.attributes.get("value", option.text)) for option in chosen)
        elif kind not in ("checkbox", "radio") or "checked" in node.attributes:
            yield node.attributes["name"], value


def desk_of(admin: Player) -> Clicker:
    """Return an admin who has opened the queue."""
    return Clicker(at_the_desk(admin)).sit_down()


def read(player: Player, address: str) -> str:
    """Return what a player reads on a page."""
    browser = Client()
    browser.force_login(player)
    return Clicker(browser).sit_down(address).text

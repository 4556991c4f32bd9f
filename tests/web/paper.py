"""A test browser without JavaScript: it reads pages, follows links, and sends forms with their current values."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

from games.models import Player

VOID = frozenset({"input", "meta", "link", "br", "hr", "img"})


@dataclass
class Form:
    """A form of a page: its target, its fields, and its buttons."""

    action: str
    method: str
    hidden: list[tuple[str, str]] = field(default_factory=list)
    radios: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    boxes: list[tuple[str, str, bool]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def filled(self) -> list[tuple[str, str]]:
        """Return the fields that a browser would send."""
        chosen = [(name, value) for name, ways in self.radios.items() for value, on in ways if on]
        return [*self.hidden, *chosen, *((name, value) for name, value, on in self.boxes if on)]


class Paper(HTMLParser):
    """A parsed page: its words, links and forms."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.words: list[str] = []
        self._form: Form | None = None
        self._link: list[str] | None = None
        self._button: list[str] | None = None
        self._silent = 0
        self.feed(text)

    @property
    def text(self) -> str:
        """Return all words of the page."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        on = "checked" in told or "selected" in told
        if tag in {"script", "style", "title"}:
            self._silent += 1
        if tag == "form":
            self._form = Form(told.get("action", ""), told.get("method", "get"))
            self.forms.append(self._form)
        if tag == "a" and "href" in told:
            self._link = []
            self.links.append((told["href"], ""))
        if tag == "button" and (form := self._of(told)):
            self._button = []
            form.buttons.append((told.get("name", ""), told.get("value", ""), ""))
        if self._form is not None and tag == "input":
            self._input(self._form, told, on)
        if self._form is not None and tag in {"textarea", "select"}:
            self._form.hidden.append((told.get("name", ""), ""))

    def _of(self, told: dict[str, str]) -> Form | None:
        return self.forms[-1] if "form" in told else self._form

    def _input(self, form: Form, told: dict[str, str], on: bool) -> None:
        name, value = told.get("name", ""), told.get("value", "")
        if told.get("type") == "radio":
            form.radios.setdefault(name, []).append((value, on))
        elif told.get("type") == "checkbox":
            form.boxes.append((name, value, on))
        else:
            form.hidden.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style", "title"}:
            self._silent -= 1
        if tag == "form":
            self._form = None
        if tag == "a" and self._link is not None:
            self.links[-1] = (self.links[-1][0], " ".join(" ".join(self._link).split()))
            self._link = None
        if tag == "button" and self._button is not None:
            words = " ".join(" ".join(self._button).split())
            form = self.forms[-1]
            form.buttons[-1] = (*form.buttons[-1][:2], words)
            self._button = None

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        self.words.append(data)
        if self._link is not None:
            self._link.append(data)
        if self._button is not None:
            self._button.append(data)


class Visitor:
    """Somebody with a browser. Every page must exist, unless another status is given."""

    def __init__(self, player: Player | None, game_id: str) -> None:
        self.http = Client(enforce_csrf_checks=True)
        if player is not None:
            self.http.force_login(player)
        self.path = f"/games/{game_id}"
        self.address = self.path
        self.page = Paper("")
        self.status = 0
        self.answer: Any = None

    def open(self, address: str = "", status: int = 200, **headers: str) -> Paper:
        """Go to an address, relative to the current one."""
        self.address = urljoin(self.address, address) if address else self.path
        return self._read(self.http.get(self.address, headers=headers), status)

    def _read(self, answer: Any, status: int) -> Paper:
        self.answer, self.status = answer, answer.status_code
        assert answer.status_code == status, (answer.status_code, Paper(answer.content.decode()).text[:600])
        self.page = Paper(answer.content.decode())
        return self.page

    def follow(self, words: str) -> Paper:
        """Follow the link that contains these words."""
        found = [href for href, told in self.page.links if words in told]
        assert found, (words, self.page.links)
        return self.open(found[0])

    def form(self, words: str) -> Form:
        """Return the form whose button has these words."""
        found = [form for form in self.page.forms if any(words in told for *_, told in form.buttons)]
        assert found, (words, [button for form in self.page.forms for button in form.buttons], self.page.text[:2000])
        return found[0]

    def press(self, words: str, *, status: int = 303, **changed: Any) -> Paper:
        """Send the form with this button; `changed` replaces the values of fields."""
        form = self.form(words)
        sent = [(name, value) for name, value in form.filled() if name not in changed]
        for name, value in changed.items():
            sent += [(name, each) for each in (value if isinstance(value, list) else [value])]
        sent += [(name, value) for name, value, told in form.buttons if words in told and name][:1]
        return self.send(form, sent, status)

    def send(self, form: Form, sent: list[tuple[str, str]], status: int = 303) -> Paper:
        """Send these fields, and follow the redirect."""
        body: dict[str, list[str]] = {}
        for name, value in sent:
            body.setdefault(name, []).append(value)
        target = urljoin(self.address, form.action) if form.action else self.address
        answer = self.http.post(target, body)
        if answer.status_code in (302, 303):
            assert status in (302, 303), answer.status_code
            self.address = urljoin(self.address, answer["Location"])
            return self._read(self.http.get(self.address), 200)
        self.address = target
        return self._read(answer, status)

    @property
    def query(self) -> str:
        """Return the query of the current address."""
        return urlsplit(self.address).query

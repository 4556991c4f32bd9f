"""A game that somebody may not know of does not exist for them: at every page and picture, with every method, in every
state.

`tests.api.test_unknown_games` covers the API; this covers all the rest but the admin, which has rights of its own.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from games.models import Game, Player
from tests.api.table import Guest, guests
from tests.api.test_unknown_games import METHODS, NOWHERE, ended, forming, running, with_an_open_seat
from tests.games.stories import holder, players
from tests.sweeps import at_length
from tests.web.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]

USUAL: Final = ("get", "post")
ALL: Final = ("head", "options", *METHODS)
ELSEWHERE: Final = ("/api/", "/admin/", "/cups/", "/leagues/")
"""The first two have tests of their own; a cup or league comes before its games, and names only those that it lists."""
CONVERTER: Final = re.compile(r"<(?:\w+:)?(\w+)>")
CHANGES: Final = re.compile(rb'(csrfmiddlewaretoken" value=|"X-CSRFToken": )"\w+"')
"""Values that differ in every page."""
SAID: Final = {"prompt": "4.0", "move": "draw deck", "lines": "draw deck", "text": "What?", "name": "Guest 0"}
ACTS: Final = {
    "waiting-room": "invite start fill leave",
    "table-plan": "cancel",
    "table-seat": "wish refuse take_back come_back resign",
    "table-disputes": "open",
    "seat-link": "open not_me ended",
}
"""Actions that could succeed for somebody, where a page has more than one."""

OF_OTHERS: Final = {"replay-picture", "film", "film-file", "game-export"}
"""Pages that exist for public games alone, or for ended ones."""


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, str]]:
    """Yield names and paths of everything about a game."""
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern)
        if path.startswith(ELSEWHERE):
            continue
        if isinstance(entry, URLResolver):
            yield from addresses(entry, path)
        elif "game_id" in entry.pattern.converters:
            yield str(entry.name), path


ADDRESSES: Final = list(addresses(get_resolver()))


def ask(browser: Client, method: str, path: str, body: dict[str, str], game: str) -> tuple[Any, ...]:
    """Return the answer without the parts that repeat the address itself."""
    address = CONVERTER.sub(lambda part: {"game_id": game, "seat": "0", "entry": "1"}[part[1]], path)
    answer = getattr(browser, method)(address, body if method in ("get", "head", "post") else "")
    told = (
        answer.status_code,
        answer.headers.get("Location", ""),
        str({name: cookie["path"] for name, cookie in answer.cookies.items()}),
        CHANGES.sub(b"", answer.content).decode(),
    )
    browser.cookies.pop("csrftoken", None)
    return tuple(part.replace(game, "") if isinstance(part, str) else part for part in told)


def answers(player: Player | None, game: str, methods: Iterable[str]) -> dict[tuple[str, str, str], tuple[Any, ...]]:
    """Return the answers to every plausible request, at every address."""
    browser = browser_of(player) if player else Client()
    told = {(path, method, ""): ask(browser, method, path, {}, game) for _, path in ADDRESSES for method in methods}
    for name, path in ADDRESSES:
        for act in ACTS.get(name, "play").split():
            told[path, "post", act] = ask(browser, "post", path, {**SAID, "do": act, "sure": "yes"}, game)
    return told


@pytest.mark.parametrize("state", at_length([forming, with_an_open_seat, ended], at_once=[with_an_open_seat]))
@pytest.mark.parametrize("name", [None, "Stranger"])
def test_a_private_game_does_not_exist_for_a_stranger(state: Callable[[list[Guest]], str], name: str | None) -> None:
    """Nor does it for anyone who is not signed in."""
    someone, game = players(1, name)[0] if name else None, state(guests(3))
    before = Game.objects.filter(id=game).values().get()
    methods = ALL if name and state is with_an_open_seat else USUAL
    told, of_nothing = answers(someone, game, methods), answers(someone, NOWHERE, methods)
    assert {case: told[case][:2] for case in told if told[case] != of_nothing[case]} == {}
    assert Game.objects.filter(id=game).values().get() == before


def test_it_does_for_those_who_play() -> None:
    """Check that players do get answers; otherwise the test above would pass without any games."""
    game = running(guests(3))
    browser = browser_of(holder(Game.objects.get(id=game), 0))
    alike = {
        name
        for name, path in ADDRESSES
        if all(ask(browser, method, path, SAID, game) == ask(browser, method, path, SAID, NOWHERE) for method in USUAL)
    }
    tell_nothing = {"seat-link", "decline", "table-lesson", *OF_OTHERS}
    assert alike == tell_nothing, "these tell nobody anything of a game, or of this one"

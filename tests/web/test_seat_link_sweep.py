"""Every address of the site with the cookie of an emailed link: the pages it shows and the actions it allows."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import pytest
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from pytest_django import Settings

from games.lobby import notes
from games.models import Game, Seat
from games.table.talk import new_lines
from tests.api.test_unknown_games import NOWHERE
from tests.games.stories import chosen, holder, players, prompts, started
from tests.undone import undone
from tests.web.people import browser_of
from tests.web.seat_links import opened

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SHOWN: Final = {"table", "table-news", "table-log", "table-plan", "seat-link", "replay-beginning", "replay"}
"""Pages that the link shows: the table, its log, its plan, its replay; and how to end the link."""
DONE: Final = {"table", "table-plan", "seat-link"}
"""Pages where it allows actions: play, plan, end all links."""
NEEDS_ACCOUNT: Final = {
    *("table-talk", "table-note", "table-nudge", "table-seat", "table-agreements", "table-disputes"),
    *("table-again", "open-game-secrets"),
}
"""Pages of a seat that lead to signing in."""
SECRET: Final = ("A note for me alone", "Said among us")
HOLE: Final = re.compile(r"\(\?P<(\w+)>\(?[^)]*\)+\$?|<(?:\w+:)?(\w+)>")
CHANGES: Final = re.compile(r'(csrfmiddlewaretoken" value=|"X-CSRFToken": |name="key" value=)"\w+"')
VERBS: Final = (
    *("say", "read", "mute", "unmute", "report", "withdraw", "open", "close"),
    *("wish", "refuse", "take_back", "come_back", "resign", "vacation", "offer"),
    *("propose", "agree", "decline", "own_move", "cancel", "ended", "not_me", "invite", "start", "fill", "leave"),
)
"""Every action of the forms on a game's pages."""
OF_MACHINES: Final = {"/metrics", "/health"}
"""Addresses that count earlier requests."""
LOOKED: Final = {"BrowserSession", "NetworkSeen", "Seat"}
"""Models that record who has looked, and from which network; a seat's other columns are compared."""


def patterns(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern).removeprefix("^").removesuffix("$")
        yield from patterns(entry, path) if isinstance(entry, URLResolver) else [(path, entry)]


ALL: Final = list(patterns(get_resolver()))


def address(path: str, game: Game) -> str:
    """Return the address of a pattern, for this game."""
    known = {"game_id": game.pk, "seat": "0", "entry": "1", "player_id": holder(game, 0).pk, "app_label": "games"}
    return HOLE.sub(lambda hole: known.get(hole[1] or hole[2], NOWHERE), path)


def comparable(answer: Any) -> tuple[int, str, str]:
    body = b"" if answer.streaming else answer.content.replace(answer.headers["X-Request-ID"].encode(), b"")
    return answer.status_code, answer.headers.get("Location", ""), CHANGES.sub("", body.decode(errors="replace"))


@pytest.fixture
def game() -> Game:
    """Return a private game in its first turn, with a note of the player to move, and a line of talk."""
    now = timezone.now()
    game = chosen(started(players(2), now=now, public=False), now=now)
    notes.write(player=holder(game, asked(game)), game_id=game.pk, text=SECRET[0], now=now)
    new_lines.say(player=holder(game, 1 - asked(game)), game_id=game.pk, text=SECRET[1], now=now)
    return game


def asked(game: Game) -> int:
    """Return the seat whose turn it is."""
    seat: int = prompts(game)[0]["seat"]
    return seat


def rows() -> dict[str, list[Any]]:
    """Return all stored rows, except for who has looked."""
    every = [model for name in ("games", "notifications") for model in apps.get_app_config(name).get_models()]
    kept = {
        model.__name__: list(model._default_manager.order_by("pk").values_list())
        for model in every
        if model.__name__ not in LOOKED
    }
    seats = Seat.objects.order_by("pk").values_list("player", "status", "lines_read", "agrees_to_open")
    return {**kept, "seats": list(seats)}


def test_it_shows_the_table_and_no_more(game: Game, settings: Settings) -> None:
    settings.STRANGERS_PER_MINUTE = dict.fromkeys(settings.STRANGERS_PER_MINUTE, 10**6)
    link, stranger, shown = opened(game, asked(game)).http, Client(), set()
    for path, entry in [(path, entry) for path, entry in ALL if path not in OF_MACHINES]:
        here = address(path, game)
        answers = [comparable(browser.get(here)) for browser in (link, stranger)]
        if answers[0] != answers[1] and not answers[0][1].startswith("/accounts/login/?next="):
            shown.add(entry.name)
        for words in SECRET:
            assert words not in answers[0][2], here
    assert shown == SHOWN


def test_the_player_sees_what_it_hides(game: Game) -> None:
    """Check that the test above can fail."""
    page = browser_of(holder(game, asked(game))).get(f"/games/{game.pk}").content.decode()
    assert all(words in page for words in SECRET)


@pytest.mark.parametrize("by_link", [True, False])
def test_it_plays_and_plans_and_does_no_more(game: Game, by_link: bool) -> None:
    """A signed-in player can do what the forms are for."""
    seat = asked(game)
    browser = opened(game, seat).http if by_link else browser_of(holder(game, seat))
    browser.handler.enforce_csrf_checks = False
    cookies = dict(browser.cookies)
    other, before, done, refused = holder(game, 1 - seat).pk, rows(), set(), set()
    play = {"prompt": prompts(game)[0]["id"], "move": ["draw deck", "draw deck"], "lines": "draw deck"}
    body = {"text": "What now?", "sure": "yes", "kind": "paused", "player": other, "number": "1"}
    tries = [*({**body, "do": verb} for verb in VERBS), play]
    for path, entry in [(path, entry) for path, entry in ALL if path.startswith("/games/")]:
        with undone():
            for each in tries:
                browser.cookies.update(cookies)
                if browser.post(address(path, game), each).status_code == HTTPStatus.FORBIDDEN:
                    refused.add(entry.name)
            if rows() != before:
                done.add(entry.name)
    if by_link:
        assert (done, refused) == (DONE, NEEDS_ACCOUNT)
    else:
        of_account = {"table-talk", "table-note", "table-seat", "table-agreements", "table-disputes"}
        assert done >= (DONE - {"seat-link"}) | of_account


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_the_api_knows_nothing_of_it(game: Game, method: str) -> None:
    link, before, reached = opened(game, asked(game)).http, rows(), 0
    link.handler.enforce_csrf_checks = False
    for path, entry in ALL:
        view = getattr(entry.callback, "cls", None)
        if path.startswith("/api/") and hasattr(view, method):
            here = address(path, game)
            with undone():
                answers = [getattr(browser, method)(here) for browser in (link, Client())]
            assert comparable(answers[0])[:2] == comparable(answers[1])[:2], here
            reached += 1
    assert reached > (0 if method in ("put", "patch") else 3)
    assert rows() == before

"""Turn emails at every prompt of every game: on a phone, on a narrow one, in dark mode, on a desktop."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django import Settings

from games.models import Game, Player
from games.web.seat_link import rights
from notifications.lists import Mode, Stream
from notifications.policy import preferences, reminders
from tests.browser.looks import seen
from tests.browser.mail_reader import readable
from tests.games.stories import DAY, chosen, default, holder, play_a_round, play_on, post, prompts, started
from tests.games.worlds import deal, next_to_alvin
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.test_invitations import invite
from tests.sweeps import at_length

NAMES: Final = ("Ada", "Bela", "Carl", "Dora", "Emil")
WEST: Final[dict[str, Any]] = {"ruleset": "old_west@1", "options": {"alvin": True}}
CARDS: Final[dict[str, Any]] = {"ruleset": "card_game@1", "options": {"open_stack": True}}
PHONE: Final = ViewportSize(width=390, height=844)
DESK: Final = ViewportSize(width=1440, height=900)
NARROW: Final = ViewportSize(width=360, height=740)
FIRST_SCREEN: Final = ("#question", "#board", "#panel .chips")
OF_A_TURN: Final = (".best li:last-child a", ".distances, .glance-ticket")
"""Selectors of the moves that help tickets, or else the cards to collect; and of what the tickets lack."""
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def people(count: int) -> list[Player]:
    return [Player.objects.create_user(f"{name.lower()}@mail.example", name) for name in NAMES[:count]]


def begun(count: int, **wishes: Any) -> Game:
    """Return a game in which all have to choose their first tickets."""
    return started(people(count), now=timezone.now(), name="The slow coast line", **wishes)


def middle(carry: Carry, moves: int, seats: int, **wishes: Any) -> Game:
    """Return a game in its middle, of whose start all have had an email, with a turn to take."""
    game = chosen(begun(seats, **wishes), now=timezone.now())
    carry(timezone.now())
    play_on(game, moves, now=timezone.now())
    while prompts(game)[0]["type"] != "take_turn":
        asked = prompts(game)[0]["seat"]
        post(game, asked, default(game, asked), now=timezone.now())
    return game


def rich(game: Game) -> Game:
    """Give the asked seat a large hand with cards of every kind, so that there is much to choose from."""
    counts = dict.fromkeys(("red", "blue", "green", "white", "black", "orange", "purple", "yellow"), 5)
    deal(game, prompts(game)[0]["seat"], **counts, locomotive=3)
    return game


def start() -> Game:
    """Return a game in which a seat has to choose a starting city."""
    game = begun(3, **WEST)
    for seat in range(3):
        post(game, seat, default(game, seat), now=timezone.now())
    return game


def marker() -> Game:
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-santa_fe-1 green 1")
    return game


def end_of_round() -> Game:
    game = begun(3, **CARDS)
    play_a_round(game)
    return game


WORLDS: Final[dict[str, Callable[[Carry], Game]]] = {
    "usa-first": lambda _: begun(5),
    "usa-middle": lambda carry: middle(carry, 150, 5),
    "usa-rich": lambda carry: rich(middle(carry, 90, 5)),
    "west-first": lambda _: begun(4, **WEST),
    "west-start": lambda _: start(),
    "west-middle": lambda carry: middle(carry, 150, 5, **WEST),
    "west-rich": lambda carry: rich(middle(carry, 120, 5, **WEST)),
    "west-marker": lambda _: marker(),
    "cards-first": lambda _: begun(4, **CARDS),
    "cards-middle": lambda carry: middle(carry, 40, 4, **CARDS),
    "cards-rich": lambda carry: rich(middle(carry, 30, 4, **CARDS)),
    "cards-round": lambda _: end_of_round(),
    "europe-first": lambda _: begun(5, ruleset="europe@1"),
    "europe-rich": lambda carry: rich(middle(carry, 120, 5, ruleset="europe@1")),
    "nordic-first": lambda _: begun(3, ruleset="nordic@1"),
    "nordic-middle": lambda carry: middle(carry, 60, 3, ruleset="nordic@1"),
    "nordic-rich": lambda carry: rich(middle(carry, 40, 3, ruleset="nordic@1")),
    "mega-first": lambda _: begun(5, ruleset="usa_mega@1"),
    "mega-rich": lambda carry: rich(middle(carry, 90, 5, ruleset="usa_mega@1")),
}


def picture_of(mail: Received) -> bytes:
    """Return the picture attached to the email."""
    return next(bytes(part.get_content()) for part in mail.message.walk() if part.get_content_maintype() == "image")


def newest(carry: Carry, game: Game) -> Received:
    """Return the email to the first asked seat: the turn's or, without one, the reminder."""
    turn = game.turns.get(closed_at=None, seat=(seat := prompts(game)[0]["seat"]))
    for now in (turn.opened_at + MINUTE, turn.deadline_at - 4 * HOUR):
        reminders.note_due(now=now)
        mails = [mail for mail in carry(now) if mail.to == [holder(game, seat).email] and "YOUR MOVES" in mail.text]
        if mails:
            return mails[-1]
    raise AssertionError


def without_style_sheet(page: str) -> str:
    """Return an email's page as Roundcube shows it: without `<style>`, and inside another page."""
    kept = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return kept.replace("<body", "<div").replace("</body", "</div")


def no_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("world", at_length(WORLDS, at_once=["usa-rich", "west-start", "west-marker", "cards-round"]))
def test_a_phone_s_first_screen_shows_the_question_and_the_first_moves(
    page: Page, carry: Carry, settings: Settings, world: str
) -> None:
    settings.EMAIL_PICTURES = True
    mail = newest(carry, game := WORLDS[world](carry))
    assert len(picture_of(mail)) <= 100_000
    page.set_viewport_size(PHONE)
    page.set_content(readable(mail))
    seen(page, world)
    page.set_viewport_size(PHONE)
    moves = page.locator(".choices a")
    bottoms = [box["y"] + box["height"] for place in range(moves.count()) if (box := moves.nth(place).bounding_box())]
    asked, time_left = page.locator("h1").bounding_box(), page.locator(".due b").bounding_box()
    assert asked is not None
    assert time_left is not None
    assert max(asked["y"], time_left["y"]) < 60
    assert bottoms[: min(2, len(bottoms))][-1] < PHONE["height"], bottoms
    for screen in (PHONE, NARROW):
        page.set_viewport_size(screen)
        assert no_wider_than_the_screen(page)
    page.set_content(without_style_sheet(readable(mail)))
    assert no_wider_than_the_screen(page)
    page.set_viewport_size(DESK)
    paper = page.locator(".paper").bounding_box()
    assert paper is not None
    assert paper["width"] == 600
    assert abs(paper["x"] - (DESK["width"] - 600) / 2) < 10
    the_table_s_first_screen_does(page, game)


def the_table_s_first_screen_does(page: Page, game: Game) -> None:
    """Check the first screen at the email's link: prompt, board, hand; helpful moves or cards; and what tickets
    lack."""
    page.set_viewport_size(PHONE)
    turn = prompts(game)[0]
    page.goto(urlsplit(rights.url(holder(game, turn["seat"]), game.pk, turn["seat"], timezone.now())).path)
    page.evaluate("document.fonts.ready")
    on_a_turn = OF_A_TURN if turn["type"] == "take_turn" else ()
    boxes = {
        part: page.locator(part).first.bounding_box()
        for part in (*FIRST_SCREEN, *on_a_turn)
        if page.locator(part).count()
    }
    assert {"#question", "#panel .chips"} <= boxes.keys()
    assert not on_a_turn or set(OF_A_TURN) <= boxes.keys()
    for part, box in boxes.items():
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE["height"], (part, box)


def test_other_letters_begin_like_a_turn_s_and_fit_a_phone_too(page: Page, carry: Carry, settings: Settings) -> None:
    settings.EMAIL_PICTURES = True
    now, everyone = timezone.now(), people(3)
    preferences.put(everyone[1], dict.fromkeys(Stream, Mode.HOURLY), now=now)
    games = [
        chosen(started(everyone, now=now, name=name, time_per_move=3 * DAY), now=now) for name in ("North", "South")
    ]
    mails = carry(now)
    post(games[0], 0, "draw deck", "draw deck", now=now)
    play_on(games[1], 2000, now=now)
    invite(everyone[0], everyone[2])
    Client().post(reverse("account_login"), {"email": everyone[0].email})
    mails += [*carry(now), *carry(now + timedelta(hours=1))]
    wanted: dict[str, tuple[str, str, str | re.Pattern[str]]] = {
        "end": (" won with ", "South", "South is over"),
        "invitation": ("Invitation: BUY NOW", "Ticket to Ride", "Ada invites you to “BUY NOW”"),
        "code": (
            "[Night Mail] Your code to sign in",
            "Night Mail",
            "Your code to sign in",
        ),
        "digest": ("Your Night Mail digest", "Night Mail", re.compile("is waiting|There is news")),
    }
    for name, (subject, about, told) in wanted.items():
        mail = next(mail for mail in mails if subject in mail.message["Subject"])
        page.set_viewport_size(NARROW)
        page.set_content(readable(mail))
        assert no_wider_than_the_screen(page)
        expect(page.locator(".paper .masthead .label")).to_have_text(about)
        expect(page.locator(".paper .masthead h1")).to_have_text(told)
        seen(page, name)

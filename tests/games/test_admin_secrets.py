"""Secrets that no page of the admin may show: hands, tickets, decks, seeds, salts."""

import base64
import json
import re
from collections.abc import Iterator

import pytest
from django.contrib.admin import site
from django.http import HttpResponseBase
from django.test import Client
from time_machine import travel

from engine.codec import canonical
from engine.parts.position import Position
from games.models import EntrySecret, Game, GameSecret, Plan, Player, Seat, Turn
from games.presentation import words
from games.table import store
from games.table.store import secret_parts
from tests.engine.positions import is_of
from tests.games.admins import admin, at_the_desk
from tests.games.stories import NOON, chosen, default, play_on, players, post, started
from tests.games.worlds import position, swap_what_is_hidden, turn_what_was_drawn
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

GAMES = ("usa@1", "old_west@1 alvin", "card_game@1 open_stack")
MODELS = ("game", "seat", "turn", "invitation", "outage", "heartbeat", "adminact")
TOKENS = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
RULINGS = (
    "extended/?hours=5",
    "paused/",
    "replaced/?seat=0",
    "removed/?seat=1",
    "ended/?how=void",
    "ended/?how=adjudicated",
    "corrected/?seat=1&points=-3",
)
"""Previews that do not go back in the log and do not try a move, which would be recorded as an attempt."""


@pytest.fixture(params=at_length(GAMES, at_once=GAMES[2:]))
def game(request: pytest.FixtureRequest) -> Game:
    """Return a game of the parametrized ruleset, with its option."""
    ruleset, _, option = request.param.partition(" ")
    options = {option: True} if option else {}
    game = chosen(started(players(3), name="The Old Line", ruleset=ruleset, options=options))
    post(game, 0, "draw deck", "draw deck")
    play_on(game, 40, seed=5)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def boss() -> Client:
    return at_the_desk(Player.objects.create_superuser("boss@mail.example", "Boss"))


def addresses(game: Game) -> Iterator[str]:
    """Yield every admin page about this game, some pages of its turns, and the lists that include it."""
    yield "/admin/"
    yield from (f"/admin/games/{model}/" for model in MODELS)
    yield from (f"/admin/games/game/{game.pk}/{page}/" for page in ("change", "log", "history"))
    yield f"/admin/games/game/{game.pk}/log/?p=2"
    yield from (f"/admin/games/game/{page}/" for page in ("queue", "bulk", f"{game.pk}/secrets"))
    yield from (f"/admin/games/game/{game.pk}/rule/{ruling}" for ruling in RULINGS)
    yield from (f"/admin/games/seat/{seat.pk}/change/" for seat in Seat.objects.filter(game=game))
    turns = Turn.objects.filter(game=game).order_by("prompt_opened", "seat")
    yield from (f"/admin/games/turn/{turn.pk}/change/" for turn in (*turns[:30:10], *turns.filter(closed_at=None)))


def pages(game: Game, boss: Client) -> dict[str, bytes]:
    """Return every page as rendered at noon, without per-request tokens."""
    return {address: page(boss, address) for address in addresses(game)}


def page(boss: Client, address: str) -> bytes:
    with travel(NOON, tick=False):
        answer = boss.get(address)
    assert answer.status_code == 200
    return TOKENS.sub(b"", answer.content)


def board_of(game: Game) -> str:
    return f"/admin/games/game/{game.pk}/change/"


@pytest.mark.long
def test_two_worlds_that_differ_in_what_is_hidden_look_the_same(game: Game, boss: Client) -> None:
    page(boss, board_of(game))  # so that the list of actions already contains this visit
    one = pages(game, boss)
    nothing_secret(game, one)
    before = position(game)
    swap_what_is_hidden(game)
    assert position(game) != before
    assert pages(game, boss) == one


@pytest.mark.long
def test_going_back_tells_no_more_of_other_tickets() -> None:
    """A preview of taking back reads everything ever drawn; here all of it differs from the start."""
    game = chosen(started(players(3), name="The Old Line"))
    for seat in (0, 1, 2):
        post(game, seat, "draw deck", "draw deck")
    for seat in (0, 1, 2):
        post(game, seat, "tickets")
        post(game, seat, default(game, seat))
    referee = at_the_desk(admin("Rita", "referee"))

    def previews() -> list[bytes]:
        asked = [f"/admin/games/game/{game.pk}/rule/taken_back/?before={entry}" for entry in (3, 5, 6, 7, 11, 14)]
        with travel(NOON, tick=False):
            answers = [referee.get(address) for address in asked]
        assert {answer.status_code for answer in answers} == {200}
        return [TOKENS.sub(b"", answer.content) for answer in answers]

    one, before = previews(), is_of(Position, store.replayed(game)).tickets
    turn_what_was_drawn(game)
    assert is_of(Position, store.replayed(game)).tickets != before
    assert previews() == one
    assert any(b"saw" in page for page in one)


@pytest.mark.parametrize("game", ["usa@1"], indirect=True)
def test_what_is_open_does_change_the_page(game: Game, boss: Client) -> None:
    """Check that open information does change the page; otherwise an empty page would pass the test above."""
    page(boss, board_of(game))
    one = page(boss, board_of(game))
    assert page(boss, board_of(game)) == one
    changed = position(game)
    changed["cards"]["hands"][0][3] += 1
    GameSecret.objects.filter(game=game).update(position=canonical(changed))
    assert page(boss, board_of(game)) != one


def spellings(secret: bytes) -> set[bytes]:
    """Return the ways in which a secret might be written on a page."""
    return {secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)}


@pytest.mark.parametrize("game", ["usa@1"], indirect=True)
@pytest.mark.long
def test_no_page_says_what_is_secret_nor_how_it_should_look_by_itself(game: Game, boss: Client) -> None:
    """A game in quarantine shows the most. Pages of rulings and turns, and other rulesets, are covered by the test
    with two worlds."""
    Game.objects.filter(pk=game.pk).update(quarantined_until=NOON, quarantine_error="KeyError at decide:7")
    of_the_game = [address for address in addresses(game) if not re.search(r"/rule/|/turn/\d|/seat/\d", address)]
    found = {address: page(boss, address) for address in of_the_game}
    nothing_secret(game, found)


def nothing_secret(game: Game, found: dict[str, bytes]) -> None:
    """Check all pages at once, joined, because there are many."""
    no_seed_nor_salt_nor_secret_part(game, b"".join(found.values()))
    no_ticket(game, b"".join(found.values()).decode())
    for address, text in found.items():
        no_inline_script_and_no_inline_style(address, text.decode())


def no_seed_nor_salt_nor_secret_part(game: Game, text: bytes) -> None:
    kept = GameSecret.objects.get(game=game)
    secrets = [bytes(kept.seed), bytes(kept.key or b""), bytes.fromhex(store.export(game)["seed"])]
    rows = EntrySecret.objects.filter(game=game)
    parts = [secret_parts.read(game.pk, row.number, row.holder, row.salt, row.body) for row in rows]
    secrets += [part.salt for part in parts] + [canonical(part.body) for part in parts]
    secrets += [bytes(row.body) for row in rows]
    assert not [secret for secret in secrets for spelling in spellings(secret) if spelling in text]


def no_ticket(game: Game, text: str) -> None:
    board = store.load(store.read(game.pk)).codec.rules.board
    assert not [ticket.number for ticket in board.tickets if words.ticket(ticket.number, board) in text]


def no_inline_script_and_no_inline_style(address: str, text: str) -> None:
    assert "<style" not in text, address
    assert not re.findall(r"\s(?:style|on\w+)=[\"']", text), address
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", text)), address


def test_cards_are_named_only_where_they_lay_open(game: Game, boss: Client) -> None:
    shown = [json.loads(line.facts) for line in boss.get(f"/admin/games/game/{game.pk}/log/").context["lines"]]
    events = [event for entry in shown for event in entry["events"]]
    assert {event["type"] for event in events if "card" in event} <= {"card_taken"}
    all_have_chosen = {"first_tickets_settled", "first_tickets_shuffled"}
    assert not [event for event in events if {"offer", "kept"} & set(event) and event["type"] not in all_have_chosen]
    assert any(event["type"] == "card_drawn" for event in events)


def test_nothing_secret_is_registered() -> None:
    assert not {GameSecret, EntrySecret, Plan} & set(site._registry)


def test_the_pages_policy_lets_in_no_inline_script(boss: Client) -> None:
    answer: HttpResponseBase = boss.get("/admin/games/game/")
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]

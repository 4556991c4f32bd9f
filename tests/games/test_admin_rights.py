"""Permissions at the desk: every group on every page and action; and nobody in their own game."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from time_machine import travel

from games.models import AdminAct, BulkRuling, Dispute, Entry, Game, Moderation, Player, Ruling, Seat
from games.table import rulings
from games.table.disputes import lifecycle
from games.table.rulings import commands
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.sweeps import at_length
from tests.undone import undone

pytestmark = pytest.mark.django_db

GAME = "/admin/games/game/"
ALLOWED = {
    "support": {"read", "extended", "replaced", "dispute"},
    "referee": {"read", "dispute", "secrets", "release", *commands.ORDERS} - {"set_back"},
    "operator": {"read", "bulk", "moderate", "release"},
    "nobody": set(),
}
"""The actions allowed to each group; `nobody` may enter the admin, and nothing else."""

PAGES = ("", "queue/", "{game}/change/", "{game}/log/")
ASKED: dict[str, dict[str, Any]] = {
    "extended": {"hours": 5},
    "paused": {},
    "resumed": {},
    "taken_back": {"before": 5},
    "moved_for": {"seat": "{seat}"},
    "replaced": {"seat": 0},
    "removed": {"seat": 1},
    "reinstated": {"seat": 1},
    "ended": {"how": "void"},
    "reopened": {},
    "corrected": {"seat": 1, "points": 5},
}
"""The form data for each ruling."""

ORDERS: dict[str, dict[str, Any]] = {
    "extended": {"hours": 5},
    "taken_back": {"as_of": 4},
    "moved_for": {"seat": 0},
    "replaced": {"seat": 0},
    "removed": {"seat": 1},
    "reinstated": {"seat": 1},
    "ended": {"how": "void"},
    "corrected": {"seat": 1, "points": 5},
}
"""The order that each form should produce."""


@pytest.fixture
def game() -> Game:
    made = chosen(started(players(3), name="The Old Line"))
    play_on(made, 8)
    return Game.objects.get(pk=made.pk)


@pytest.fixture
def dispute(game: Game) -> Dispute:
    return lifecycle.open_dispute(player=seated(game), game_id=game.pk, kind="other", text="Look!", now=NOON)


def seated(game: Game, number: int = 0) -> Player:
    player = Seat.objects.get(game=game, number=number).player
    assert player is not None
    return player


def member_of(group: str) -> Client:
    """Return a browser of a member of this group alone."""
    return at_the_desk(admin("Rita", group))


def log() -> list[object]:
    """Return all rows that an action could have changed."""
    rows = [list(model.objects.order_by("pk").values()) for model in (Entry, Ruling, BulkRuling, Moderation, Dispute)]
    return [*rows, list(Game.objects.values())]


@pytest.mark.parametrize("group", at_length(ALLOWED, at_once=["support", "nobody"]))
def test_the_pages_take_the_permission_to_view_games(game: Game, group: str) -> None:
    browser, expected = member_of(group), 200 if "read" in ALLOWED[group] else 403
    found = {page: browser.get(GAME + page.format(game=game.pk)).status_code for page in PAGES}
    assert found == dict.fromkeys(PAGES, expected)


def ruled(browser: Client, game: Game, kind: str) -> list[int]:
    """Return the status codes for the form, for a preview, and for the ruling itself."""
    seat = game.turns.get(closed_at=None).seat
    asked = {name: str(value).format(seat=seat) for name, value in ASKED[kind].items()}
    address = f"{GAME}{game.pk}/rule/{kind}/"
    order = commands.written(commands.ORDERS[kind](**ORDERS.get(kind, {})))
    sent = {"order": json.dumps(order), "head": game.head, "text": ""}
    with travel(NOON, tick=False):
        answers = [browser.get(address), browser.get(address, asked), browser.post(address, sent)]
    return [answer.status_code for answer in answers]


@pytest.mark.long
@pytest.mark.parametrize("group", at_length(ALLOWED, at_once=["support"]))
def test_each_ruling_takes_its_right(game: Game, group: str) -> None:
    """Check that nothing at all happens without the right."""
    before, refused, changed = log(), {}, []
    for kind in ASKED:
        with undone():
            refused[kind] = [status == 403 for status in ruled(member_of(group), game, kind)]
            changed += [kind] if log() != before else []
    assert refused == {kind: [kind not in ALLOWED[group]] * 3 for kind in ASKED}
    assert set(changed) <= ALLOWED[group]


def undo(browser: Client, game: Game) -> int:
    ruling = Ruling.objects.get(game=game, entry__isnull=False)
    return browser.post(f"{GAME}{game.pk}/undo/{ruling.entry}/", {"head": game.head, "text": "A mistake."}).status_code


@pytest.mark.parametrize("group", ALLOWED)
def test_undoing_a_ruling_takes_the_right_to_make_it(game: Game, group: str) -> None:
    rulings.rule(admin=admin("Ruth", "referee"), game_id=game.pk, order=rulings.Pause(), now=NOON)
    game.refresh_from_db()
    assert undo(member_of(group), game) == (302 if "paused" in ALLOWED[group] else 403)


ACTS: dict[str, Callable[[Client, Game], int]] = {
    "secrets": lambda browser, game: browser.post(f"{GAME}{game.pk}/secrets/", {"reason": "Asked."}).status_code,
    "dispute": lambda browser, game: (
        browser.post(
            f"{GAME}{game.pk}/dispute/{Dispute.objects.get().pk}/", {"resolve": "1", "text": "Seen."}
        ).status_code
    ),
    "release": lambda browser, game: browser.post(f"{GAME}{game.pk}/release/").status_code,
    "bulk": lambda browser, game: (
        browser.post(f"{GAME}bulk/", {"order": '{"kind": "paused"}', "shown": NOON.isoformat()}).status_code
    ),
    "moderate": lambda browser, game: (
        browser.post(
            f"/admin/games/player/{seated(game).pk}/moderate/", {"kind": "warned", "text": "Be kind."}
        ).status_code
    ),
}


@pytest.mark.parametrize("group", at_length(ALLOWED, at_once=["support"]))
@pytest.mark.usefixtures("dispute")
def test_each_other_act_takes_its_right(game: Game, group: str) -> None:
    browser, before = member_of(group), log()
    statuses, changed = {}, []
    for name, act in ACTS.items():
        with undone():
            statuses[name] = act(browser, game)
            changed += [name] if log() != before else []
    done = {name: status in (200, 302) for name, status in statuses.items()}
    assert done == {name: name in ALLOWED[group] for name in ACTS}
    assert {status for name, status in statuses.items() if name not in ALLOWED[group]} <= {403}
    assert set(changed) <= ALLOWED[group]


@pytest.mark.parametrize("group", GROUPS)
def test_the_list_of_acts_is_read_by_all_groups_and_by_nobody_else(group: str) -> None:
    assert member_of(group).get("/admin/games/adminact/").status_code == 200
    assert at_the_desk(admin("Nora")).get("/admin/games/adminact/").status_code == 403
    assert at_the_desk(admin("Nick")).get("/admin/games/adminact/export/").status_code == 403


# An admin who plays ---------------------------------------------------------------------------------------------


@pytest.fixture
def playing(game: Game) -> Client:
    """Return a browser of an admin in every group who has a seat in the game."""
    player = seated(game, 1)
    player.is_staff = player.is_superuser = True
    player.save()
    return at_the_desk(player)


def test_anyone_who_plays_sees_a_notice_and_no_button(playing: Client, game: Game) -> None:
    page = playing.get(f"{GAME}{game.pk}/change/").content.decode()
    assert "You are part of this game." in page
    for button in ("Give 48 hours more", "Stand-in for", "Take back", "Open secrets", "/rule/"):
        assert button not in page


def test_anyone_who_plays_is_refused_every_ruling(playing: Client, game: Game) -> None:
    before, statuses = log(), {}
    for kind, asked in ASKED.items():
        address = f"{GAME}{game.pk}/rule/{kind}/"
        order = commands.written(commands.ORDERS[kind](**ORDERS.get(kind, {})))
        answers = [
            playing.get(address, asked),
            playing.post(address, {"order": json.dumps(order), "head": game.head}),
        ]
        statuses[kind] = {answer.status_code for answer in answers}
    assert statuses == {kind: {403} for kind in ASKED}
    assert log() == before


@pytest.mark.usefixtures("dispute")
def test_anyone_who_plays_is_refused_all_else(playing: Client, game: Game) -> None:
    before = log()
    statuses = {act: ACTS[act](playing, game) for act in ("secrets", "dispute")}
    assert statuses == {"secrets": 403, "dispute": 403}
    assert log() == before


def test_anyone_who_plays_does_not_take_their_own_game_out_of_quarantine(playing: Client, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(quarantined_until=NOON, quarantine_error="KeyError at decide:7")
    playing.post(f"{GAME}{game.pk}/release/")
    assert Game.objects.filter(quarantined_until__isnull=False).exists()


def test_anyone_who_held_a_seat_once_is_refused_too(game: Game) -> None:
    player = seated(game, 1)
    rulings.rule(admin=admin("Ruth", "referee"), game_id=game.pk, order=rulings.Replace(1), now=NOON)
    player.is_staff = player.is_superuser = True
    player.save()
    assert at_the_desk(player).get(f"{GAME}{game.pk}/secrets/").status_code == 403


def test_the_list_of_acts_is_only_read(game: Game) -> None:
    """Not even a superuser can change it, and the database would refuse as well."""
    boss = at_the_desk(Player.objects.create_superuser("boss@mail.example", "Boss"))
    boss.get(f"{GAME}{game.pk}/change/")
    act = AdminAct.objects.get()
    at = f"/admin/games/adminact/{act.pk}/"
    assert [boss.get(f"{at}{page}/").status_code for page in ("change", "delete")] == [200, 403]
    assert boss.post(f"{at}change/", {"what": "nothing"}).status_code == 403
    assert boss.get("/admin/games/adminact/add/").status_code == 403
    with connection.cursor() as cursor:
        cursor.execute("SELECT what FROM games_adminact")
        assert cursor.fetchall() == [("looked_at",)]

"""Admins who lack a right are told on an admin page which one they lack and what to do."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game, Seat
from tests.games.admins import admin, at_the_desk
from tests.games.stories import chosen, players, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3), name="The Old Line"))


def read(answer: Any) -> str:
    """Return the page's text in one line; it must be an admin page."""
    page = answer.content.decode()
    assert answer.status_code == 403
    assert 'id="site-name"' in page
    assert "games/admin.css" in page
    return " ".join(page.split())


def test_anyone_who_lacks_a_right_reads_which_and_who_has_it(game: Game) -> None:
    page = read(at_the_desk(admin("Sue", "support")).get(f"/admin/games/game/{game.pk}/rule/ended/?how=void"))
    assert "You need the right “Can rule on games in every way”, which you do not have." in page
    assert "These groups have it: referee. You are in: support." in page
    assert "Leave it to somebody in one of these groups, who will find it in the queue" in page
    assert "Nothing has changed." in page


@pytest.mark.parametrize(
    ("page", "right"),
    [
        ("game/", "Can view games"),
        ("game/queue/", "Can view games"),
        ("game/{game}/change/", "Can view games"),
        ("game/{game}/secrets/", "Can view games"),
        ("adminact/export/", "Can view admins&#x27; acts"),
        ("player/{player}/moderate/", "Can view players"),
    ],
)
def test_anyone_who_may_enter_and_nothing_else_reads_so_on_every_page(game: Game, page: str, right: str) -> None:
    nora = at_the_desk(admin("Nora"))
    told = read(nora.get("/admin/games/" + page.format(game=game.pk, player=game.host_id)))
    assert f"You need the right “{right}”" in told
    assert "These groups have it: operator, referee, support. You are in no group." in told
    assert game.name not in told


def test_anyone_who_plays_reads_that_another_admin_has_to_do_it(game: Game) -> None:
    player = Seat.objects.get(game=game, number=1).player
    assert player is not None
    player.is_staff = player.is_superuser = True
    player.save()
    told = read(at_the_desk(player).post(f"/admin/games/game/{game.pk}/secrets/", {"reason": "Why not?"}))
    assert "You play, or have played, in this game." in told
    assert "No right can change that." in told
    assert "You need the right" not in told


def test_what_nobody_changes_is_told_as_that() -> None:
    boss = admin("Boss")
    boss.is_superuser = True
    boss.save()
    told = read(at_the_desk(boss).get("/admin/games/adminact/add/"))
    assert "Nobody can change anything here: it is a record." in told


def test_outside_the_admin_nothing_is_shown_of_it(game: Game) -> None:
    """A program gets a problem response; a visitor who is not signed in at the desk is asked to sign in."""
    answer = Client().get(f"/admin/games/game/{game.pk}/secrets/")
    assert answer.status_code == 302
    assert Client().get("/api/v1/admin/queue").headers["Content-Type"] == "application/problem+json"

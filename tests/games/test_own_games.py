"""An admin who plays in a game learns at the desk only what every player learns."""

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import AdminAct, Game, Player
from games.people import audit
from games.table import rulings
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import NOON, chosen, players, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

ACTS = "/admin/games/adminact/"
HINT = "Seat 1 holds four purple ones"


@pytest.fixture
def other() -> Player:
    return admin("Ruth", "referee")


@pytest.fixture
def game(other: Player) -> Game:
    """Return a game in which Paula, an admin, plays, and on which another admin has ruled."""
    made = chosen(started([admin("Paula", *GROUPS), *players(2)], name="The Old Line"))
    audit.note(other, "move_tried", NOON, game=made, detail={"move": "denver-omaha"}, reason=HINT)
    rulings.rule(admin=other, game_id=made.pk, order=rulings.Extend(hours=48), now=NOON, text="Soon.", note=HINT)
    return made


@pytest.fixture
def browser(game: Game) -> Client:
    return at_the_desk(Player.objects.get(name="Paula"))


def pages(game: Game) -> list[str]:
    one = AdminAct.objects.get(what="move_tried").pk
    of_game = [f"/admin/games/game/{game.pk}/{page}/" for page in ("change", "log")]
    return [*of_game, ACTS, f"{ACTS}?q={game.pk}", f"{ACTS}export/", f"{ACTS}{one}/change/"]


def read(browser: Client, page: str) -> str:
    return b"".join(browser.get(page)).decode()


@pytest.mark.long
def test_no_reason_and_no_detail_of_it_is_shown(game: Game, browser: Client, other: Player) -> None:
    for page in pages(game):
        assert HINT not in read(browser, page), page
        assert "denver-omaha" not in read(browser, page), page
    shown = {page: read(at_the_desk(other), page) for page in pages(game)}
    assert [page for page, text in shown.items() if HINT not in text] == []
    assert [page for page, text in shown.items() if "denver-omaha" not in text and page.startswith(ACTS)] == []


@pytest.mark.parametrize("sought", at_length(["purple", "four", "denver"], at_once=["denver"]))
def test_no_reason_is_found_by_its_words(game: Game, browser: Client, other: Player, sought: str) -> None:
    assert list(browser.get(f"{ACTS}?q={sought}").context["cl"].result_list) == []
    assert "move_tried" not in read(browser, f"{ACTS}export/?q={sought}")
    found = at_the_desk(other).get(f"{ACTS}?q={sought}").context["cl"].result_list
    assert len(found) == (0 if sought == "denver" else 2)


def test_that_something_was_done_is_no_secret(game: Game, browser: Client) -> None:
    found = browser.get(f"{ACTS}?q={game.pk}").context["cl"].result_list
    assert {"move_tried", "ruled"} <= {act.what for act in found}


def test_a_proposal_is_for_those_who_can_agree_to_it(
    game: Game, browser: Client, other: Player, settings: Settings
) -> None:
    settings.TWO_PERSON_RULINGS = True
    rulings.rule(admin=other, game_id=game.pk, order=rulings.Correct(1, -5), now=NOON, text="Too many.")
    for page in (f"/admin/games/game/{game.pk}/change/", "/admin/games/game/queue/"):
        assert "Too many." not in read(browser, page)
        assert "points corrected" not in read(browser, page)
        assert "points corrected" in read(at_the_desk(other), page)


@pytest.mark.long
@pytest.mark.parametrize("page", ["change", "log", "rule/extended", "secrets"])
def test_opening_any_page_of_a_game_is_noted(other: Player, page: str) -> None:
    made = chosen(started(players(3), name="Watched"))
    assert at_the_desk(other).get(f"/admin/games/game/{made.pk}/{page}/").status_code == 200
    assert AdminAct.objects.get(what="looked_at", by=other).game == made

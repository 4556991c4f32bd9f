"""Proposals over the API: a friends' table of four, one of whom never answers, needs no admin."""

from typing import Any

import pytest
from time_machine import travel

from games.models import Game, Player
from games.table.play import deadlines
from tests.agreements.table import LATER, friends
from tests.api.people import API, client_of, stranger
from tests.games.courts import agree, as_row
from tests.games.stories import DAY, NOON, chosen, holder, legal, players, post, prompts, started

pytestmark = pytest.mark.django_db


def ask(player: Player, method: str, path: str, body: Any = None) -> Any:
    return getattr(client_of(player), method)(f"{API}{path}", body, format="json")


def do(game: Game, seat: int, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    answer = ask(holder(game, seat), method, f"/games/{game.pk}{path}", body)
    assert answer.status_code == status, answer.content
    return answer.json()


def settled(game: Game, by: int, *others: int, **asked: Any) -> Any:
    """Propose as one player and have the others agree; return the proposal, which the last answer carried out."""
    made = do(game, by, "post", "/proposals", asked, 201)
    for seat in others:
        assert made["state"] == "open"
        made = do(game, seat, "post", f"/proposals/{made['id']}/agree")
    agree(game)
    assert made["state"] == "agreed"
    return made


def a_mistaken_move(game: Game) -> None:
    """Let seat 1 draw, have all take it back, and then undo that."""
    before = as_row(game)["head"]
    post(game, 1, "draw deck", "draw deck", now=LATER)
    seen = do(game, 1, "post", "/proposals?dry_run=true", {"kind": "taken_back", "as_of": before})
    assert seen["taken_back"] == [before + 1, before + 2]
    assert seen["learned"] == [{"seat": 1, "fact": "card_drawn", "times": 2, "things": 2}]
    assert seen["asked"] == [{"seat": 1, "type": "take_turn"}]
    back = settled(game, 1, 2, 3, kind="taken_back", as_of=before)
    assert prompts(game)[0]["seat"] == 1
    settled(game, 2, 1, 3, kind="undo", entry=back["entry"])
    assert prompts(game)[0]["seat"] == 2


def a_vanished_player(game: Game) -> None:
    """Have a stand-in play for seat 0, and then no longer."""
    vanished = holder(game, 0)
    replaced = settled(game, 3, 2, 1, kind="replaced", seat=0)
    assert holder(game, 0).kind == Player.Kind.HOUSE
    settled(game, 1, 2, 3, kind="undo", entry=replaced["entry"])
    assert holder(game, 0) == vanished


def an_early_end(game: Game) -> None:
    """End the game, and resume it."""
    ended = settled(game, 2, 1, 3, kind="ended", how="adjudicated")
    assert as_row(game)["status"] == "ended"
    settled(game, 1, 3, 2, kind="undo", entry=ended["entry"])
    assert as_row(game)["status"] == "running"


@pytest.mark.long
def test_four_friends_settle_their_affairs_and_undo_each_once() -> None:
    """Seat 0 vanishes after the first tickets, and never answers anything."""
    with travel(NOON, tick=False) as clock:
        game = friends()
        clock.move_to(NOON + DAY)
        deadlines.sweep(now=NOON + DAY)
        clock.move_to(LATER)
        for affair in (a_mistaken_move, a_vanished_player, an_early_end):
            affair(game)
        rulings = do(game, 1, "get", "/rulings")["results"]
        kinds = ["reopened", "ended", "replaced", "replaced", "taken_back", "taken_back"]
        assert [(one["kind"], one["agreed"]) for one in rulings] == [(kind, [1, 2, 3]) for kind in kinds]
        told = do(game, 1, "get", "/proposals")["results"]
        assert [one["state"] for one in told] == ["agreed"] * 6
        assert all(0 not in (*one["agreed"], *one["waiting"]) for one in told)


def test_how_a_proposal_stands() -> None:
    with travel(NOON, tick=False):
        game = friends(3)
        made = do(game, 1, "post", "/proposals", {"kind": "ended", "how": "void"}, 201)
        assert (made["agreed"], made["waiting"], made["seat"], made["state"]) == ([1], [0, 2], 1, "open")
        assert do(game, 0, "get", f"/proposals/{made['id']}") == made
        assert do(game, 0, "get", "")["proposals_open"] == 1
        declined = do(game, 2, "post", f"/proposals/{made['id']}/decline")
        assert (declined["state"], declined["declined"], declined["waiting"]) == ("declined", [2], [])
        assert do(game, 0, "post", f"/proposals/{made['id']}/agree", None, 409)["code"] == "proposal_closed"
        assert do(game, 0, "get", "")["proposals_open"] == 0
        other = do(game, 1, "post", "/proposals", {"kind": "paused"}, 201)
        assert do(game, 1, "delete", f"/proposals/{other['id']}")["state"] == "withdrawn"
        assert do(game, 2, "delete", f"/proposals/{made['id']}", None, 403)["code"] == "not_your_proposal"


@travel(NOON, tick=False)
def test_what_is_asked_wrongly_is_explained() -> None:
    game = friends(2)
    for body, status, code in (
        ({"kind": "ended"}, 422, "malformed_ruling"),
        ({"kind": "paused", "hours": 3}, 422, "malformed_ruling"),
        ({"kind": "removed", "seat": 0}, 400, "invalid"),
        ({"kind": "extended", "hours": 0}, 422, "hours_out_of_range"),
        ({"kind": "taken_back", "as_of": 999}, 422, "no_such_entry"),
        ({"kind": "replaced", "seat": 0}, 409, "player_is_there"),
        ({"kind": "undo", "entry": 1}, 404, "not_a_ruling"),
    ):
        assert do(game, 1, "post", "/proposals", body, status)["code"] == code
        assert do(game, 1, "post", "/proposals?dry_run=true", body, status)["code"] == code


@travel(NOON, tick=False)
def test_for_others_there_is_nothing_to_see() -> None:
    game = friends(2, public=False)
    made = do(game, 1, "post", "/proposals", {"kind": "paused"}, 201)
    other = chosen(started(players(2, "Other")))
    (watcher,) = players(1, "Watcher")
    paths = [
        ("get", "/proposals"),
        ("post", "/proposals"),
        ("post", "/proposals?dry_run=true"),
        ("get", f"/proposals/{made['id']}"),
        ("delete", f"/proposals/{made['id']}"),
        ("post", f"/proposals/{made['id']}/agree"),
        ("post", f"/proposals/{made['id']}/decline"),
        ("delete", "/entries/2"),
    ]
    for method, path in paths:
        answer = ask(watcher, method, f"/games/{game.pk}{path}", {"kind": "paused"} if method == "post" else None)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game"), path
        assert getattr(stranger(), method)(f"{API}/games/{game.pk}{path}").status_code == 401
    for method, path in paths[3:7]:
        answer = ask(holder(other, 0), method, f"/games/{other.pk}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_proposal")
    Game.objects.filter(pk=game.pk).update(public=True)
    for method, path in paths:
        body = {"kind": "paused"} if path in ("/proposals", "/proposals?dry_run=true") and method == "post" else None
        answer = ask(watcher, method, f"/games/{game.pk}{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_in_this_game"), path
    assert ask(watcher, "get", f"/games/{game.pk}").json()["proposals_open"] is None


@travel(NOON, tick=False)
def test_your_own_last_move() -> None:
    game = started(players(3))
    post(game, 1, next(iter(legal(game, 1))))
    told = do(game, 1, "delete", "/entries/2")
    assert (told["kind"], told["agreed"], told["entry"]) == ("taken_back", [1], 3)
    assert do(game, 1, "delete", "/entries/2") == told, "repeated, it changes nothing"
    assert do(game, 1, "delete", "/entries/3", None, 409)["code"] == "not_your_last_move"
    assert {prompt["seat"] for prompt in prompts(game)} == {0, 1, 2}

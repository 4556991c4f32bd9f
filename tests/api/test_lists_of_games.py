"""Lists of games: each row tells what the game tells its reader; filters, and orders."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby import lobby
from games.models import Block, Game, GameSecret, Player
from games.people import relations
from games.people.privacy import erase_player
from tests.api.people import API, client_of, player, stranger
from tests.api.test_archive import ended
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db


def rows(reader: Player | None, query: str) -> list[dict[str, Any]]:
    answer = (client_of(reader) if reader else stranger()).get(f"{API}/games?{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def ids(reader: Player | None, query: str) -> list[str]:
    return [row["id"] for row in rows(reader, query)]


def mistake(reader: Player, query: str) -> str:
    """Return the parameter that the query is refused for."""
    answer = client_of(reader).get(f"{API}/games?{query}")
    assert answer.status_code == 400, (query, answer.content)
    (name,) = {error["parameter"].partition("/")[0] for error in answer.json()["errors"]}
    return str(name)


def test_a_list_tells_of_a_game_what_the_game_tells() -> None:
    """To its players, to a blocked reader and to anyone: a list has the very members that the game's address has."""
    people, blocked = players(3), player("Bert")
    relations.add(Block, player=people[0], other_id=blocked.pk, now=timezone.now())
    chosen(started(people[:2]))
    started(people, public=False)
    ended(people[:2])
    wishes = lobby.Wishes("usa@1", 4, DAY)
    lobby.create_game(host=people[0], wishes=wishes, now=timezone.now())
    told = 0
    for reader, filters in {
        people[0]: ("mine", "waiting", "all"),
        people[2]: ("mine", "open", "all"),
        blocked: ("all",),
        None: ("all",),
    }.items():
        http = client_of(reader) if reader else stranger()
        for row in [row for name in filters for row in rows(reader, f"filter={name}")]:
            whole = http.get(f"{API}/games/{row['id']}").json()
            assert row == {name: whole[name] for name in row}
            told += 1
    assert told >= 15


def test_one_request_says_who_sits_there_who_is_asked_and_what_you_are_asked() -> None:
    people = players(2)
    game = chosen(started(people))
    (mine,), (theirs,), (anyone,) = rows(people[0], ""), rows(people[1], ""), rows(None, "")
    assert [seat["player"]["name"] for seat in mine["seats"]] == [one.name for one in people]
    assert (mine["your_seat"], theirs["your_seat"], anyone["your_seat"]) == (0, 1, None)
    assert mine["waiting"] == mine["turns"][0]
    assert (mine["waiting"]["seat"], mine["waiting"]["type"]) == (0, "take_turn")
    assert (theirs["waiting"], anyone["waiting"]) == (None, None)
    assert theirs["turns"] == anyone["turns"] == mine["turns"]
    game.refresh_from_db()
    assert mine["head"] == game.head
    page = f"https://night-mail.example/games/{game.pk}"
    api = f"https://night-mail.example{API}/games/{game.pk}"
    assert mine["links"] == {"game": api, "board": f"{api}/board.svg", "page": page}


def test_a_list_has_the_boards_if_you_ask_for_them() -> None:
    people = players(3)
    for _ in range(2):
        chosen(started(people[:2]))
    ended(people[:2])
    lobby.create_game(host=people[0], wishes=lobby.Wishes("usa@1", 4, DAY), now=timezone.now())
    for reader, query in ((people[0], "filter=mine"), (people[0], "filter=waiting"), (people[2], "filter=all")):
        http = client_of(reader)
        for row in rows(reader, f"{query}&include=position"):
            whole = http.get(f"{API}/games/{row['id']}").json()
            assert row == {name: whole[name] for name in row}
            assert (row["position"] is None) == (row["status"] == "open")
            assert ((row["position"] or {}).get("you") is not None) == (reader == people[0] and row["status"] != "open")
        assert all("position" not in row for row in rows(reader, query))
    assert mistake(people[0], "include=legal_moves") == "include"


def test_more_boards_take_no_more_statements() -> None:
    people = players(2)
    started(people)
    few = statements(people[0])
    for _ in range(4):
        chosen(started(people))
    assert statements(people[0]) == few


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_page_with_boards_is_shorter(signed_in: bool) -> None:
    reader, most = (player("Zoe"), 50) if signed_in else (None, 20)
    http = client_of(reader) if reader else stranger()
    address, host = f"{API}/games?filter=all&include=position", player("Ada")
    Game.objects.bulk_create(
        Game(ruleset="usa@1", seats_wanted=2, host=host, created_at=NOON, time_per_move=DAY, commitment="ab" * 32)
        for _ in range(most + 1)
    )
    page = http.get(address).json()
    assert (len(page["results"]), page["next"] is None) == (most, False)
    assert len(http.get(page["next"]).json()["results"]) == 1
    assert http.get(f"{address}&limit={most}").status_code == 200
    for limit in (most + 1, 200):
        refused = http.get(f"{address}&limit={limit}")
        assert (refused.status_code, refused.json()["errors"][0]["parameter"]) == (400, "limit")
    assert http.get(f"{API}/games?filter=all&limit=200").status_code == 200


def test_a_board_that_is_not_cached_takes_two_statements_more() -> None:
    people = players(2)
    for _ in range(3):
        chosen(started(people))
    cached = statements(people[0])
    GameSecret.objects.update(position=None, position_number=None)
    assert statements(people[0]) == cached + 2 * 3


def statements(reader: Player) -> int:
    """Return how many statements a list with its boards takes."""
    http = client_of(reader)
    with CaptureQueriesContext(connection) as captured:
        assert all(row["position"] for row in http.get(f"{API}/games?include=position").json()["results"])
    return len(captured)


def test_a_board_that_cannot_be_read_is_missing_alone() -> None:
    people = players(2)
    broken, sound = started(people), started(people)
    Game.objects.filter(pk=broken.pk).update(board_digest="0" * 64)
    found = {row["id"]: row["position"] for row in rows(people[0], "include=position")}
    assert found[broken.pk] is None
    assert found[sound.pk] is not None


def test_games_are_found_by_player_host_states_and_end() -> None:
    people, stands_by = players(3), player("Zoe")
    first, second = started(people[:2]), started(people[1:])
    over = ended(people[:2], NOON + timedelta(hours=1))
    hidden = started(people[:2], public=False)
    ann, bob, cid = people
    assert ids(stands_by, f"filter=all&player={cid.pk}") == [second.pk]
    assert set(ids(stands_by, f"filter=all&player={ann.pk}")) == {first.pk, over.pk}
    assert set(ids(ann, f"filter=all&player={ann.pk}")) == {first.pk, over.pk, hidden.pk}
    assert set(ids(bob, f"host={bob.pk}")) == {second.pk}
    assert ids(bob, f"player={cid.pk}&host={ann.pk}") == []
    assert set(ids(stands_by, "filter=all&status=running&status=ended")) == {first.pk, second.pk, over.pk}
    assert ids(ann, "status=ended") == [over.pk]
    assert ids(ann, "ended_since=2026-03-02T13:00:00Z") == [over.pk]
    assert ids(ann, "ended_since=2026-03-02T13:00:01Z") == []


def test_games_are_sorted_by_beginning_and_by_end() -> None:
    people = players(2)
    late, early = ended(people, NOON + timedelta(hours=2)), ended(people, NOON + timedelta(hours=1))
    Game.objects.filter(pk=late.pk).update(created_at=NOON - timedelta(hours=1))
    running = started(people)
    assert ids(people[0], "sort=-ended_at") == [late.pk, early.pk]
    assert ids(people[0], "sort=ended_at") == [early.pk, late.pk]
    assert ids(people[0], "sort=created_at")[0] == late.pk
    assert ids(people[0], "")[-1] == late.pk
    assert ids(people[0], "filter=waiting&sort=deadline_at") == ids(people[0], "filter=waiting") == [running.pk]
    assert ids(people[0], "filter=waiting&sort=-created_at") == [running.pk]
    first = client_of(people[0]).get(f"{API}/games?sort=-ended_at&limit=1").json()
    assert [row["id"] for row in client_of(people[0]).get(first["next"]).json()["results"]] == [early.pk]


def test_values_that_no_game_can_have_are_refused() -> None:
    ann, gone = player("Ann"), player("Bob")
    erase_player(player=gone, now=timezone.now())
    wrong = {
        "player": ["nobody", "000000000000", "", "%00", gone.pk],
        "host": ["Ann", gone.pk],
        "status": ["over", "", "running&status=over"],
        "ended_since": ["yesterday", "2026-03-02T12:00:00", ""],
        "sort": ["name", "", "deadline_at"],
        "ruleset": ["usa", ""],
    }
    for name, values in wrong.items():
        for value in values:
            assert mistake(ann, f"{name}={value}") == name, (name, value)

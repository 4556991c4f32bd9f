"""Finding games and players: filtered lists, and players by name."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, Player
from games.people.privacy import erase_player
from tests.api.people import API, client_of, player, stranger, with_secret
from tests.api.table import Guest, choose_tickets, guests, sit_down

pytestmark = pytest.mark.django_db


def ids(someone: Guest, path: str) -> list[str]:
    return [row.get("game", row)["id"] for row in someone.get(path)["results"]]


def tables(people: list[Guest]) -> tuple[str, str, str]:
    """Return three games: one ended, one running, and one of another ruleset."""
    ended, running = sit_down(people), sit_down(people)
    people[0].post(f"/games/{ended}/resign")
    return ended, running, sit_down(people, ruleset="card_game@1")


def test_lists_are_narrowed_by_state_and_ruleset() -> None:
    people = guests(2)
    ended, running, other = tables(people)
    played = f"/players/{Player.objects.get(name='Guest 1').pk}/games"

    for path in ("/games?filter=all", "/games?filter=mine", f"{played}?limit=9"):
        assert ids(people[0], f"{path}&status=ended") == [ended]
        assert ids(people[0], f"{path}&ruleset=usa@1&status=running") == [running]
        assert ids(people[0], f"{path}&ruleset=card_game@1") == [other]
        for mistake in ("status=over", "ruleset=nonsense", "ruleset=", f"ruleset={'x' * 99}"):
            assert people[0].do("get", f"{path}&{mistake}", status=400)["code"] == "invalid"


def test_pages_of_a_narrowed_list_stay_narrowed() -> None:
    people = guests(2)
    ended, _, other = tables(people)
    people[0].post(f"/games/{other}/resign")
    first = people[0].get("/games?filter=mine&status=ended&limit=1")
    (last,) = people[0].http.get(first["next"]).json()["results"]
    assert [first["results"][0]["id"], last["id"]] == [other, ended]


def test_narrowing_shows_no_private_game() -> None:
    people = guests(3)
    before = people[2].get("/games?filter=all&status=running&ruleset=usa@1")
    game = sit_down(people[:2], public=False)
    assert Game.objects.get(pk=game).status == Game.Status.RUNNING
    assert people[2].get("/games?filter=all&status=running&ruleset=usa@1") == before
    assert ids(people[2], f"/players/{Player.objects.get(name='Guest 0').pk}/games?status=running") == []


def test_a_player_is_found_by_the_whole_name_and_nothing_else() -> None:
    (ada,) = guests(1)
    zoe = player("Zoë")
    for name in ("Zoë", "zoë", "ZOË"):
        assert ada.get(f"/players?name={name}")["results"] == [{"id": zoe.pk, "name": "Zoë", "kind": "human"}]
    for name in ("Zo", "Zoë ada", "zoë@example.org", "%", zoe.pk):
        assert ada.get(f"/players?name={name}")["results"] == []
    for mistake in ("", "?name=", f"?name={'x' * 31}"):
        assert ada.do("get", f"/players{mistake}", status=400)["code"] == "invalid"


def test_guests_and_anyone_who_is_gone_are_not_found() -> None:
    (ada,) = guests(1)
    gone = player("Zoe")
    erase_player(player=gone, now=timezone.now())
    gone.refresh_from_db()
    Player.objects.create(name="Guest 4821", kind=Player.Kind.GUEST)
    for name in ("Zoe", gone.name, "Guest 4821"):
        assert ada.get(f"/players?name={name}")["results"] == []


def test_public_games_are_read_without_a_token_as_a_spectator_sees_them() -> None:
    *people, other = guests(3)
    game, nobody = sit_down(people), stranger()
    choose_tickets(people, game)
    for path in ("/games?filter=all", "/games?filter=all&status=running", f"/games/{game}", f"/games/{game}/log"):
        assert nobody.get(API + path).json() == other.get(path), path
    picture = f"{API}/games/{game}/board.svg"
    assert nobody.get(picture).content == other.http.get(picture).content
    assert nobody.get(f"{API}/games").json() == other.get("/games?filter=all")
    first = nobody.get(f"{API}/games/{game}")
    assert nobody.get(f"{API}/games/{game}", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_two_worlds_look_alike_without_a_token() -> None:
    """A site with a private game and one without look the same at every address, with any query."""
    people, nobody = guests(2), stranger()
    before = nobody.get(f"{API}/games").json()
    hidden = [sit_down(people, public=False), "000000000000"]
    assert nobody.get(f"{API}/games").json() == before
    for path in ("", "/log", "/log?after=x", "/board.svg", "/board.svg?size=x", "/board.svg?entry=9"):
        for tag in ("", "*", '"x"'):
            headers = {"If-None-Match": tag} if tag else {}
            answers = [nobody.get(f"{API}/games/{game}{path}", headers=headers) for game in hidden]
            told = [(one.status_code, {**one.json(), "request_id": ""}) for one in answers]
            assert told[0] == told[1], path
            assert told[0][0] == 404, path


def test_without_a_token_nothing_else_is_open() -> None:
    people, nobody = guests(2), stranger()
    game = sit_down(people)
    for path in ("/games?filter=mine", "/games?filter=open", f"/games/{game}/options", "/players?name=Ada"):
        assert nobody.get(API + path).status_code == 401, path
    for path in ("/games", f"/games/{game}", f"/games/{game}/log", f"/games/{game}/moves"):
        assert nobody.post(API + path, {}).status_code == 401, path
    assert with_secret("nm_no").get(f"{API}/games/{game}").status_code == 401
    assert client_of(player("Zoe"), ["account:read"]).get(f"{API}/games/{game}").status_code == 403


def test_strangers_read_as_often_as_their_address_may(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 0, "player": 100}
    assert stranger().get(f"{API}/games", REMOTE_ADDR="192.0.2.77").status_code == 429

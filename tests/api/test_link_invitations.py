"""Links that invite, over the API, which can do everything their pages can: from an email, to a table, to a club."""

import pytest
from django.utils import timezone

from games.lobby import by_address, lobby
from games.models import Game, Player
from tests.api.people import API, client_of, stranger, with_secret
from tests.games.stories import players
from tests.web.test_invited_by_address import STRANGER, invite, link, table

pytestmark = pytest.mark.django_db

HERE = f"{API}/invitations"


@pytest.fixture
def ada() -> Player:
    return players(1, "Ada")[0]


@pytest.fixture
def game(ada: Player) -> Game:
    made = table(ada)
    invite(ada, made, STRANGER)
    return made


@pytest.fixture
def here(game: Game) -> str:
    """Return the URL of the invitation."""
    return f"{HERE}/{link().rpartition('/')[2]}"


def test_a_stranger_looks_signs_up_by_a_name_and_sits_down(ada: Player, game: Game, here: str) -> None:
    seen = stranger().get(here).json()
    assert (seen["game"]["id"], seen["seats_free"], seen["answered"], seen["newcomer"]) == (game.pk, 2, False, True)
    assert [one["name"] for one in seen["players"]] == [ada.name]

    came = stranger().post(f"{here}/sign-up", {"name": "Finn", "time_zone": "Europe/London"})
    assert came.status_code == 201
    assert came.json()["player"]["email"] == STRANGER
    me = with_secret(came.json()["token"]["secret"])
    joined = me.post(f"{here}/join", {})
    assert joined.status_code == 200, joined.content
    assert [seat["player"]["name"] for seat in joined.json()["game"]["seats"]] == [ada.name, "Finn"]
    seen = stranger().get(here).json()
    assert (seen["answered"], seen["newcomer"], seen["seats_free"]) == (True, False, 1)


def test_a_player_sits_down_with_another_account_and_the_link_is_used_up(here: str) -> None:
    bela, cleo = players(2, "New")
    for _ in range(2):
        assert client_of(bela).post(f"{here}/join", {}).status_code == 200
    assert client_of(cleo).post(f"{here}/join", {}).json()["code"] == "link_over"
    assert stranger().post(f"{here}/sign-up", {"name": "Finn"}).json()["code"] == "link_over"


def test_a_stranger_declines_and_once_more_changes_nothing(game: Game, here: str) -> None:
    for _ in range(2):
        assert stranger().post(f"{here}/decline", {}).status_code == 204
    assert stranger().get(here).json()["answered"] is True
    assert stranger().post(f"{here}/sign-up", {"name": "Finn"}).json()["code"] == "link_over"
    assert game.seats.count() == 1


def test_a_name_that_is_taken_leaves_the_link_as_it_was(ada: Player, here: str) -> None:
    assert stranger().post(f"{here}/sign-up", {"name": ada.name}).json()["code"] == "name_taken"
    assert stranger().post(f"{here}/sign-up", {"name": "Finn"}).status_code == 201


def test_nobody_signs_up_for_a_game_that_has_begun(ada: Player, game: Game, here: str) -> None:
    lobby.start_game(host=ada, game_id=game.pk, stand_ins=True, now=timezone.now())
    assert stranger().post(f"{here}/sign-up", {"name": "Finn"}).json()["code"] == "game_not_open"


@pytest.mark.parametrize("way", ["a table's link", "an email", "the table", "an email to who has a seat"])
def test_the_last_to_sit_down_hears_the_same_once_more(way: str, ada: Player) -> None:
    small, (bela, cleo) = table(ada, seats=2), players(2, "New")
    invite(ada, small, STRANGER)
    email = f"{HERE}/{link().rpartition('/')[2]}/join"
    for_anyone = f"{HERE}/{client_of(ada).put(f'{API}/games/{small.pk}/join-link').json()['token']}/join"
    by_name = f"{API}/games/{small.pk}/join"
    first, again = {
        "a table's link": (for_anyone, for_anyone),
        "an email": (email, email),
        "the table": (for_anyone, by_name),
        "an email to who has a seat": (for_anyone, email),
    }[way]
    for path in (first, again):
        answer = client_of(bela).post(path, {})
        assert answer.status_code == 200, answer.content
        joined = answer.json().get("game", answer.json())
        assert (joined["id"], joined["status"], joined["your_seat"] is None) == (small.pk, "running", False)
    assert small.seats.count() == 2
    late = {client_of(cleo).post(path, {}).json()["code"] for path in (for_anyone, email, by_name)}
    assert late <= {"game_not_open", "link_over", "no_such_game"}


def test_joining_takes_an_account(here: str) -> None:
    assert stranger().post(f"{here}/join", {}).status_code == 401
    guest = with_secret(stranger().post(f"{API}/accounts/guest", {}).json()["token"]["secret"])
    assert guest.post(f"{here}/join", {}).json()["code"] == "address_needed"


@pytest.mark.parametrize("token", ["nonsense", "2.abc.def"])
def test_a_token_that_is_not_ours_opens_nothing(token: str, ada: Player) -> None:
    assert stranger().get(f"{HERE}/{token}").json()["code"] == "link_over"
    for act, body in (("sign-up", {"name": "Finn"}), ("decline", {})):
        answer = stranger().post(f"{HERE}/{token}/{act}", body)
        assert (answer.status_code, answer.json()["code"]) == (404, "link_over")
    assert client_of(ada).post(f"{HERE}/{token}/join", {}).json()["code"] == "link_over"


def test_a_link_for_something_else_opens_nothing(game: Game, here: str) -> None:
    never = link("never").rpartition("/")[2]
    assert stranger().get(f"{HERE}/{never}").json()["code"] == "link_over"
    assert by_address.read(never) is None


def test_a_private_clubs_link_shows_it_to_anyone_and_lets_a_player_in_at_once(ada: Player) -> None:
    host, (bela,) = client_of(ada), players(1, "Bela")
    wishes = {"name": "Night owls", "entry": "invitation", "public": False}
    club = host.post(f"{API}/clubs", wishes).json()["id"]
    here = f"{HERE}/{host.put(f'{API}/clubs/{club}/link').json()['token']}"
    seen = stranger().get(here).json()
    assert (seen["kind"], seen["game"], seen["club"]["id"], seen["club"]["members"]) == ("club", None, club, 1)
    assert [one["name"] for one in seen["players"]] == [ada.name]
    assert client_of(bela).post(f"{here}/join", {"contribution": "ab"}).status_code == 400
    for _ in range(2):
        joined = client_of(bela).post(f"{here}/join", {}).json()
        assert (joined["game"], joined["club"]["id"], joined["club"]["you"]) == (None, club, "member")
    host.delete(f"{API}/clubs/{club}/link")
    assert stranger().get(here).json()["code"] == "link_over"


def test_only_an_email_is_somebodys_own(ada: Player, game: Game) -> None:
    token = client_of(ada).put(f"{API}/games/{game.pk}/join-link").json()["token"]
    assert stranger().get(f"{HERE}/{token}").json()["kind"] == "table"
    for act, body in (("sign-up", {"name": "Finn"}), ("decline", {})):
        assert stranger().post(f"{HERE}/{token}/{act}", body).json()["code"] == "link_for_anyone"


def test_digits_of_ones_own_go_into_the_key_of_chance_by_each_link(game: Game, here: str) -> None:
    (bela,) = players(1, "Bela")
    assert client_of(bela).post(f"{here}/join", {"contribution": "cafe"}).status_code == 200
    assert game.seats.get(player=bela).contribution == "cafe"

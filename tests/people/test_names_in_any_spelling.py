"""A name is found in any spelling: composed or decomposed (as macOS writes files), in upper or lower case."""

import unicodedata

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.errors import Refused
from games.lobby import departures, lobby
from games.models import Friend, Invitation, Player, SeatOffer
from games.people import accounts, relations
from tests.api.people import API, client_of, player
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db

NAME = "Bjørn Ångström-Éluard Jørgens"
SPELLINGS = [unicodedata.normalize("NFD", NAME), NAME.upper(), unicodedata.normalize("NFD", NAME).lower(), f" {NAME} "]


@pytest.fixture
def bjorn() -> Player:
    return Player.objects.create_user("bjorn@mail.example", NAME)


@pytest.fixture
def ada() -> Player:
    return player("Ada")


@pytest.mark.parametrize("typed", SPELLINGS)
class TestFound:
    def test_by_whoever_looks_for_a_player(self, bjorn: Player, ada: Player, typed: str) -> None:
        found = client_of(ada).get(f"{API}/players", {"name": typed}).json()["results"]
        assert [one["id"] for one in found] == [bjorn.pk]

    def test_by_an_invitation(self, bjorn: Player, ada: Player, typed: str) -> None:
        game = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 3, DAY), now=timezone.now())
        answer = client_of(ada).post(f"{API}/games/{game.pk}/invitations", {"players": [typed]})
        assert answer.status_code == 201, answer.content
        assert Invitation.objects.get().player == bjorn

    @pytest.mark.long
    def test_by_an_invitation_on_a_page(self, bjorn: Player, ada: Player, typed: str) -> None:
        game = lobby.create_game(host=ada, wishes=lobby.Wishes("usa@1", 3, DAY), now=timezone.now())
        host = Visitor(ada, "")
        host.open(f"/tables/{game.pk}")
        host.press("Invite", guests=typed)
        assert Invitation.objects.get().player == bjorn

    @pytest.mark.long
    @pytest.mark.parametrize("form", ["games", "csv"])
    def test_in_a_list_of_games(self, bjorn: Player, ada: Player, typed: str, form: str) -> None:
        given = {"games": [{"players": ["Ada", typed]}], "csv": f"player,player\nAda,{typed}\n"}[form]
        wish = {"ruleset": "usa@1", "clock": "daily", form: given}
        tried = client_of(ada).post(f"{API}/game-lists?dry_run=true", wish)
        assert [row["problem"] for row in tried.json()["games"]] == [None]
        assert client_of(ada).post(f"{API}/game-lists", wish).status_code == 201
        assert Invitation.objects.get().player == bjorn

    def test_by_an_admin_s_search(self, bjorn: Player, typed: str) -> None:
        desk = at_the_desk(admin("Rita", "support", "referee"))
        assert NAME in desk.get("/admin/games/player/", {"q": typed}).content.decode()

    def test_by_an_operator_s_command(self, bjorn: Player, typed: str, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("token", typed, "games:read")
        assert capsys.readouterr().out.startswith("nm_")

    def test_as_taken(self, bjorn: Player, ada: Player, typed: str) -> None:
        with pytest.raises(Refused, match="name_taken"):
            accounts.change_profile(player=ada, changes={"name": typed}, now=NOON)


def test_a_seat_is_offered_by_any_spelling(bjorn: Player) -> None:
    people = players(3)
    game = chosen(started(people))
    departures.resign(player=people[1], game_id=game.pk, now=timezone.now())
    answer = client_of(people[0]).post(f"{API}/games/{game.pk}/offers", {"seat": 1, "player": SPELLINGS[0]})
    assert answer.status_code == 201, answer.content
    assert SeatOffer.objects.get().player == bjorn


def test_capitals_of_any_alphabet_are_found() -> None:
    """Python and PostgreSQL lowercase a final sigma differently."""
    odysseus, ada = Player.objects.create_user("o@mail.example", "Οδυσσεύς"), player("Ada")
    for typed in ("ΟΔΥΣΣΕΎΣ", "οδυσσεύς", "Οδυσσεύς"):
        found = client_of(ada).get(f"{API}/players", {"name": typed}).json()["results"]
        assert [one["id"] for one in found] == [odysseus.pk], typed


def test_lists_are_in_the_order_of_the_alphabet_whatever_sorts_the_database() -> None:
    """By code points, capitals come before small letters, and accents after z."""
    ada = player("Ada")
    for number, name in enumerate(("zoe", "Élodie", "Bela", "anna", "Erik")):
        friend = Player.objects.create_user(f"friend{number}@mail.example", name)
        relations.add(Friend, player=ada, other_id=friend.pk, now=NOON)
    listed = client_of(ada).get(f"{API}/me/relations?kind=friend").json()["results"]
    assert [row["player"]["name"] for row in listed] == ["anna", "Bela", "Élodie", "Erik", "zoe"]

"""Clubs are for people: bots, stand-ins and guests neither found nor join one, and nobody can invite them."""

import pytest

from games.models import Player
from tests.api.people import API, client_of
from tests.clubs.club import OPEN, founded, states
from tests.games.stories import players
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "own", "invited"),
    [
        (Player.Kind.BOT, "only_people_in_clubs", "only_people_in_clubs"),
        (Player.Kind.HOUSE, "only_people_in_clubs", "only_people_in_clubs"),
        (Player.Kind.GUEST, "address_needed", "no_such_player"),
    ],
)
def test_nobody_else_founds_joins_or_is_invited(kind: Player.Kind, own: str, invited: str) -> None:
    host, other = players(2)
    club = founded(host, **OPEN)
    Player.objects.filter(pk=other.pk).update(kind=kind)
    answers = [
        client_of(other).post(f"{API}/clubs", {"name": "Ours"}, format="json"),
        client_of(other).post(f"{API}/clubs/{club.pk}/join"),
        client_of(host).post(f"{API}/clubs/{club.pk}/invitations", {"names": ["Player 1"]}, format="json"),
    ]
    assert [answer.json()["code"] for answer in answers] == [own, own, invited]
    page = browser_of(host).post(f"/clubs/{club.pk}/members", {"do": "invite", "guests": "Player 1"})
    assert ("Clubs are for people" in page.content.decode()) == (invited == "only_people_in_clubs")
    assert states(club) == {"Player 0": "member*"}

"""Beside the table: a host offers the seats of those who left, and a vacation is one link away."""

import pytest

from games.models import Game, SeatOffer
from games.seats import leaving
from tests.games.stories import NOON, chosen, holder, players, started
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def left() -> Game:
    """A game of three that the third has left; the first is its host."""
    game = chosen(started(players(3), order="fixed"))
    leaving.resign(player=holder(game, 2), game_id=game.pk, now=NOON)
    return Game.objects.get(pk=game.pk)


def at(game: Game, seat: int) -> Visitor:
    visitor = Visitor(holder(game, seat), game.pk)
    visitor.open(f"{visitor.path}/seat")
    return visitor


def test_the_host_offers_a_seat_once_and_takes_the_offer_back(left: Game) -> None:
    guest, host = players(1, "Guest")[0], at(left, 0)
    form = host.form("Offer the seat")
    page = host.press("Offer the seat", name=guest.name)
    assert f"offered to {guest.name}" in page.text
    sent = [(name, guest.name if name == "name" else value) for name, value in form.filled()]
    host.send(form, [*sent, ("do", "offer")])  # a second click
    assert SeatOffer.objects.filter(game=left, closed_at=None).count() == 1
    host.press("Take the offer back")
    assert not SeatOffer.objects.filter(game=left, closed_at=None).exists()


def test_a_name_that_nobody_has_is_refused_in_words(left: Game) -> None:
    assert "No such player" in at(left, 0).press("Offer the seat", name="Nobody at all", status=409).text


def test_nobody_else_can_offer(left: Game) -> None:
    other = at(left, 1)
    assert "Offer the seat" not in other.page.text
    token = dict(other.page.forms[0].hidden)["csrfmiddlewaretoken"]
    said = {"csrfmiddlewaretoken": token, "do": "offer", "seat": "2", "name": holder(left, 0).name}
    assert other.http.post(f"{other.path}/seat", said).status_code == 409
    assert not SeatOffer.objects.filter(game=left).exists()


def test_a_vacation_is_one_link_away(left: Game) -> None:
    assert "vacation" in at(left, 0).follow("Take a vacation").text.lower()

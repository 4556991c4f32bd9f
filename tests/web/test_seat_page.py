"""Actions beside the table: a host offers abandoned seats, and players take a vacation."""

import pytest
from django.utils import timezone

from games.lobby import departures
from games.models import Game, SeatOffer
from games.table.clocks.terms import PRESETS
from tests.agreements.table import pause
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.web.paper import Visitor
from tests.web.seat_links import opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def left() -> Game:
    """Return a game of three that the third player has left; the first is its host."""
    game = chosen(started(players(3), order="fixed"))
    departures.resign(player=holder(game, 2), game_id=game.pk, now=NOON)
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
    assert "The seat is offered." in page.text
    sent = [(name, guest.name if name == "name" else value) for name, value in form.filled()]
    host.send(form, [*sent, ("do", "offer")])  # a second click
    assert SeatOffer.objects.filter(game=left, closed_at=None).count() == 1
    assert "The offer is taken back." in host.press("Take the offer back").text
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


def test_what_is_true_no_longer_is_not_confirmed(left: Game) -> None:
    now = timezone.now()
    pause(holder(left, 0), left, now)
    pause(holder(left, 1), left, now)
    one = Visitor(holder(left, 0), left.pk)
    one.open()
    one.press("Go on playing")
    address = one.address
    assert "The game goes on." in one.page.text
    pause(holder(left, 0), left, now)
    pause(holder(left, 1), left, now)
    page = one.open(address)
    assert "Everyone agreed to pause" in page.text
    assert "You want to go on." not in page.text


def test_without_its_tick_the_box_itself_says_so_and_has_the_focus(left: Game) -> None:
    one = at(left, 0)
    one.press("Resign", status=422)
    box, _, error = one.answer.content.decode().partition("autofocus> I want to leave this game for good</label>")
    assert box.endswith('aria-describedby="unsure" ')
    assert error.startswith('<p class="error" id="unsure" role="alert">Tick the box if you want to leave for good.')


def test_whoever_presses_resign_twice_has_left_once() -> None:
    one = at(chosen(started(players(3))), 0)
    form = one.form("Resign")
    sent = [*form.filled(), ("do", "resign"), ("sure", "yes")]
    one.send(form, sent)
    one.send(form, sent)
    assert "You have left the game." in one.page.text
    assert "Resign" not in one.page.text


def test_a_vacation_is_taken_there(left: Game) -> None:
    one = at(left, 0)
    first, last = (timezone.now().date() + DAY * days for days in (3, 9))
    page = one.press("Take a vacation", first=last.isoformat(), last=first.isoformat(), status=422)
    assert "The last day is before the first." in page.text
    page = one.press("Take a vacation", first=first.isoformat(), last=last.isoformat())
    assert "Have a good time!" in page.text
    assert len(holder(left, 0).vacations) == 1
    assert "vacation" in one.follow("End one, or see how many days are left").text.lower()


def test_it_is_said_where_a_vacation_stops_no_clock() -> None:
    game = chosen(started(players(2), clock=PRESETS["brisk"], name="Quick Trains"))
    one = at(game, 0)
    assert "This game does not: its clock goes on." in one.page.text
    first, last = (timezone.now().date() + DAY * days for days in (3, 9))
    page = one.press("Take a vacation", first=first.isoformat(), last=last.isoformat())
    assert "Your clocks stand still meanwhile, but not in Quick Trains: vacations do not count there." in page.text


def test_a_link_in_an_email_takes_none(left: Game) -> None:
    """The link allows only viewing and playing."""
    one = opened(left)
    page = one.open(f"{one.path}/plan")
    token = dict(page.forms[0].hidden)["csrfmiddlewaretoken"]
    said = {"csrfmiddlewaretoken": token, "do": "vacation", "first": "2027-01-01", "last": "2027-01-02"}
    assert one.http.post(f"{one.path}/seat", said).status_code == 403

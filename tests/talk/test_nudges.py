"""Nudging: who may nudge whom, how often; and that the answer reveals nothing about the nudged player."""

from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from games.errors import Refused
from games.models import Game, Player, Seat, Turn
from games.table.talk import nudges
from notifications.lists import Mode, Stream
from notifications.models import Habits, Notification, Preference
from tests.api.table import choose_tickets, guests, sit_down
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.notifications.conftest import Carry
from tests.web import seat_links
from tests.web.paper import Paper
from tests.web.people import browser_of
from tests.web.test_table import sit

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=7)


def begun(seats: int = 2) -> Game:
    return chosen(started(players(seats)))


def nudge(game: Game, seat: int = 1, after: timedelta = LATER - NOON) -> None:
    nudges.nudge(player=holder(game, seat), game_id=game.pk, now=NOON + after)


def refused(game: Game, seat: int = 1, after: timedelta = LATER - NOON) -> str:
    with pytest.raises(Refused) as refusal:
        nudge(game, seat, after)
    return refusal.value.code


def kinds() -> list[str]:
    return list(Notification.objects.values_list("kind", flat=True).order_by("pk"))


def test_whoever_is_waited_for_gets_an_email(carry: Carry) -> None:
    game = begun()
    carry(NOON)
    nudge(game)
    (mail,) = carry(LATER)
    assert mail.to == [holder(game, 0).email]
    assert "someone at the table gives you a nudge" in mail.text
    assert "Take cards" in mail.text


def test_once_a_day_for_each_game_whoever_asks() -> None:
    game = begun(3)
    nudge(game)
    assert refused(game, 2) == "already_nudged"
    assert refused(game, 1, LATER - NOON + DAY - timedelta(seconds=1)) == "already_nudged"
    Turn.objects.filter(game=game).update(deadline_at=NOON + 3 * DAY, expires_at=NOON + 3 * DAY)
    nudge(game, 2, LATER - NOON + DAY)


def test_what_is_refused_follows_from_what_all_can_see() -> None:
    game = begun()
    assert refused(game, 0) == "you_are_waited_for"
    assert refused(game, 1, timedelta(hours=5)) == "nudge_too_soon"
    Player.objects.filter(pk=holder(game, 0).pk).update(kind=Player.Kind.HOUSE)
    assert refused(game) == "stand_in_waited_for"
    Turn.objects.filter(game=game).update(closed_at=NOON)
    assert refused(game) == "nobody_waited_for"
    Game.objects.filter(pk=game.pk).update(paused_at=NOON, pauses=["x"])
    assert refused(game) == "game_paused"


@pytest.mark.parametrize("quiet", ["off", "asleep", "reminded", "suspended"])
def test_the_answer_is_the_same_whether_it_is_delivered_or_not(quiet: str, carry: Carry) -> None:
    game = begun()
    carry(NOON)
    player = holder(game, 0)
    if quiet == "off":
        Preference.objects.create(player=player, stream=Stream.REMINDERS, mode=Mode.OFF)
    elif quiet == "asleep":
        Habits.objects.create(player=player, quiet_from=time(18), quiet_until=time(23))
    elif quiet == "suspended":
        Player.objects.filter(pk=player.pk).update(suspended_until=NOON + DAY)
    else:
        turn = Turn.objects.get(game=game, closed_at=None)
        facts = {"prompt_opened": turn.prompt_opened, "deadline_at": turn.deadline_at, "created_at": LATER}
        Notification.objects.create(kind="reminder", player=player, game=game, seat=0, dedupe_key="r", **facts)
        carry(LATER)
    nudge(game)
    assert carry(LATER) == []
    assert refused(game) == "already_nudged"


def test_quiet_hours_only_delay_it(carry: Carry) -> None:
    game = begun()
    carry(NOON)
    Habits.objects.create(player=holder(game, 0), quiet_from=time(18), quiet_until=time(23))
    nudge(game)
    assert carry(LATER + timedelta(hours=3)) == []
    assert len(carry(LATER + timedelta(hours=4, minutes=1))) == 1


def test_who_has_moved_meanwhile_hears_nothing(carry: Carry) -> None:
    game = begun()
    carry(NOON)
    nudge(game)
    Turn.objects.filter(game=game).update(closed_at=LATER)
    assert carry(LATER) == []
    assert kinds()[-1] == "nudge"


def test_by_api() -> None:
    *people, watcher = guests(3)
    game = sit_down(people)
    choose_tickets(people, game)
    assert people[1].post(f"/games/{game}/nudge", status=403)["code"] == "nudge_too_soon"
    Turn.objects.filter(game=game, closed_at=None).update(opened_at=timezone.now() - DAY)
    assert watcher.post(f"/games/{game}/nudge", status=403)["code"] == "not_in_this_game"
    people[1].post(f"/games/{game}/nudge", status=204)
    again = people[1].http.post(f"/api/v1/games/{game}/nudge")
    assert (again.status_code, again.json()["code"]) == (403, "already_nudged")
    assert datetime.fromisoformat(again.json()["ends_at"]) <= timezone.now() + DAY + timedelta(seconds=1)


def test_the_host_nudges_without_a_seat() -> None:
    game = begun()
    host = players(1, "Host")[0]
    Game.objects.filter(pk=game.pk).update(host=host)
    assert not Seat.objects.filter(game=game, player=host).exists()
    nudges.nudge(player=host, game_id=game.pk, now=LATER)


def test_at_the_table_a_button_appears_when_it_can_be_pressed() -> None:
    game = seat_links.begun()
    waiting = 1 - seat_links.asked(game)
    assert "Nudge" not in sit(game, waiting).page.text
    Turn.objects.filter(game=game, closed_at=None).update(opened_at=timezone.now() - DAY)
    visitor = sit(game, waiting)
    page = visitor.press("Nudge")
    assert "Nudged." in page.text
    visitor.open()
    assert "We remind them" not in visitor.page.text
    answer = browser_of(holder(game, waiting)).post(f"/games/{game.pk}/nudge")
    assert answer.status_code == 409
    assert "Somebody was nudged already." in answer.content.decode()
    refused = Paper(answer.content.decode()).text
    assert "Players" in refused
    assert "Retry-After" not in refused

"""Two workers and two beats at the same time, one of each killed in between: each due thing is done once."""

from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.lobby import lobby
from games.models import Entry, Game, Player, Turn
from games.table.plans import own_plan
from notifications.models import Mail, Notification
from tests.games.stories import players, started
from tests.notifications.post_office import PostOffice, open_post_office
from tests.patience import eventually
from tests.site.aftermath import every_mail_is_accounted_for
from tests.site.running import running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
GAMES, SEATS = 8, 3
EACH = GAMES * SEATS


def test_each_due_thing_is_done_once() -> None:
    """Turns are overdue, reminders and plans due, games to be closed; no notification was sent before."""
    people, now = players(SEATS), timezone.now()
    overdue = {started(people, now=now - 25 * HOUR).pk for _ in range(GAMES)}
    pressing = {started(people, now=now - 20 * HOUR).pk for _ in range(GAMES)}
    planned = {_planned(people, now - 10 * HOUR).pk for _ in range(GAMES)}
    forgotten = {_forgotten(people[0], now - 31 * DAY).pk for _ in range(GAMES)}
    with open_post_office() as office:
        often = {"EMAIL_URL": f"smtp://127.0.0.1:{office.port}", "TICK_SECONDS": "2"}
        with running("worker", "beat", **often) as one, running("worker", "beat", **often):
            assert eventually(lambda: _answers("timeout", overdue).total() > 0)
            for script in ("worker", "beat"):
                one.processes.pop(script).kill()
            assert eventually(lambda: _answers("timeout", overdue).total() == EACH)
            assert eventually(lambda: _told("reminder", pressing).total() == EACH)
            assert eventually(lambda: _answers("planned", planned).total() == EACH)
            assert eventually(lambda: _told("game_closed", forgotten).total() == GAMES)
            _let_go_of_what_the_dead_held()
            assert eventually(_nothing_waits)
    assert set(_answers("timeout", overdue).values()) == {1}
    assert not _answers("timeout", pressing)
    assert set(_told("reminder", pressing).values()) == {1}
    assert set(_answers("planned", planned).values()) == {1}
    assert set(_told("game_closed", forgotten).values()) == {1}
    _every_mail_went_out_once(office)


def _planned(people: list[Player], now: datetime) -> Game:
    """Return a game in which everybody has a plan for the first prompt."""
    game = started(people, now=now)
    for player in people:
        own_plan.give(player=player, game_id=game.pk, lines=["keep all"], now=now)
    return game


def _forgotten(host: Player, now: datetime) -> Game:
    """Return a game that has waited too long for players, with its host warned."""
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", SEATS, DAY), now=now)
    Game.objects.filter(pk=game.pk).update(closing_told_at=now + 25 * DAY)
    return game


def _answers(kind: str, among: set[str]) -> Counter[tuple[str, str]]:
    """Return how often each prompt got this kind of entry, by game and prompt."""
    entries = Entry.objects.filter(game__in=among, kind=kind)
    return Counter((entry.game_id, entry.public["prompt"]) for entry in entries)


def _told(kind: str, among: set[str]) -> Counter[tuple[str, int]]:
    """Return how often each seat was notified of this kind, by game and seat."""
    noted = Notification.objects.filter(game__in=among, kind=kind)
    return Counter(noted.values_list("game", "seat"))  # type: ignore[arg-type]


def _let_go_of_what_the_dead_held() -> None:
    """Return the claims of killed workers at once, instead of after their lease."""
    Mail.objects.filter(state=Mail.State.QUEUED).update(next_attempt_at=timezone.now())


def _nothing_waits() -> bool:
    waiting = Notification.objects.filter(state=Notification.State.PENDING, mail=None).exists()
    return not waiting and not Mail.objects.filter(state=Mail.State.QUEUED).exists()


def _every_mail_went_out_once(office: PostOffice) -> None:
    """Check that only the killed worker's emails were sent twice, with the same Message-ID."""
    came = Counter(str(mail.message["Message-ID"]) for mail in office.received)
    every_mail_is_accounted_for(came)
    assert sum(times - 1 for times in came.values()) <= 4  # lines of the one worker
    assert Turn.objects.filter(closed_at=None).exists()

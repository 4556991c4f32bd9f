"""In the grace period, emails speak of it, and of no deadline that is past or time that is spent (P4)."""

import pytest

from games.models import Turn
from games.table.clocks.terms import STAND_IN, Bank, Terms
from games.table.play import grace
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db


def test_both_sides_read_what_happens_when_it_ends(carry: Carry) -> None:
    terms = Terms(DAY, bank=Bank(DAY, DAY / 4, DAY), grace=DAY / 4, when_over=STAND_IN)
    game = chosen(started(players(2), clock=terms))
    turn = Turn.objects.get(game=game, closed_at=None)
    assert carry(NOON)
    grace.say_time_is_over(now=turn.deadline_at)
    told = {mail.to[0]: in_a_line(mail) for mail in carry(turn.deadline_at)}
    own, other = (told[f"player{seat}@mail.example"] for seat in (turn.seat, 1 - turn.seat))
    assert "Your grace period runs until" in own
    assert "time bank" not in own
    assert "Play by" not in own
    assert "A grace period is running. When it ends, a stand-in plays the turn." in other

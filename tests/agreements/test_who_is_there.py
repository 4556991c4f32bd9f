"""Whose agreement is needed, and how long the table waits for a player whose time is over."""

from datetime import timedelta

import pytest

from games.lobby import presence
from games.models import Game, Player, Proposal, Turn
from games.table.agreements import settlement
from games.table.clocks.terms import read
from games.table.disputes import lifecycle
from games.table.play import deadlines
from games.table.rulings import Pause
from games.table.talk import new_lines, talk_lines
from tests.agreements.table import HOUR, LATER, agreed, friends, one_has_vanished, propose, say
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, holder

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def settled(proposal: Proposal, at: timedelta) -> str:
    """Return the proposal's state at this instant."""
    settlement.settle_due(now=NOON + at)
    proposal.refresh_from_db()
    return proposal.state


def test_time_to_come_back_is_left_to_the_last_even_when_the_others_have_answered_in_time() -> None:
    game = friends(3)
    proposal = propose(game, 1, NOON + MINUTE, kind="ended", how="void")
    say(game, 2, proposal, now=NOON + 2 * MINUTE)
    deadlines.sweep(now=NOON + DAY)
    assert settled(proposal, DAY + 2 * MINUTE) == "open"
    assert settled(proposal, DAY + 11 * HOUR) == "open"
    assert settled(proposal, DAY + 12 * HOUR + MINUTE) == "agreed"


def test_whoever_comes_back_in_that_time_still_has_a_word() -> None:
    game = friends(3)
    proposal = propose(game, 1, NOON + MINUTE, kind="ended", how="void")
    say(game, 2, proposal, now=NOON + 2 * MINUTE)
    deadlines.sweep(now=NOON + DAY)
    assert say(game, 0, proposal, agrees=False, now=NOON + DAY + 2 * HOUR).state == "declined"


def test_grace_is_time_too() -> None:
    game = friends(3, clock=read({"time_per_move": "PT12H", "grace": "PT12H"}))
    turn = Turn.objects.get(game=game, closed_at=None)
    at = turn.deadline_at + 7 * HOUR
    assert at < turn.expires_at
    proposal = propose(game, 1, at, kind="ended", how="void")
    assert say(game, 2, proposal, now=at).state == "open"


def test_anyone_who_asks_for_an_admin_is_there() -> None:
    game = friends(3, pause_on_dispute=True)
    deadlines.sweep(now=NOON + DAY)
    at = NOON + DAY + HOUR
    lifecycle.open_dispute(player=holder(game, 0), game_id=game.pk, kind="late", text="No email came.", now=at)
    proposal = propose(game, 1, LATER, kind="ended", how="void")
    assert say(game, 2, proposal).state == "open"


def test_anyone_who_has_the_table_open_is_there() -> None:
    game = one_has_vanished(3)
    presence.note(game.pk, holder(game, 0).pk, LATER)
    proposal = propose(game, 1, LATER, kind="ended", how="void")
    assert say(game, 2, proposal).state == "open"


def test_a_pause_stops_the_time_to_come_back() -> None:
    game = one_has_vanished(3)
    rule(game, Pause(), now=NOON + DAY + HOUR)
    proposal = propose(game, 1, NOON + DAY + 14 * HOUR, kind="ended", how="void")
    assert say(game, 2, proposal, now=NOON + DAY + 14 * HOUR).state == "open"


def test_a_yes_that_comes_too_late_counts_no_more() -> None:
    game = friends(3)
    proposal = propose(game, 0, NOON, kind="paused")
    say(game, 1, proposal, now=NOON)
    Turn.objects.filter(game=game).update(deadline_at=NOON + 40 * DAY, expires_at=NOON + 40 * DAY)
    with pytest.raises(Exception, match="proposal_closed"):
        say(game, 2, proposal, now=NOON + 30 * DAY)


def test_the_yes_of_a_suspended_player_counts_no_more() -> None:
    game = friends(2)
    proposal = propose(game, 0, NOON, kind="ended", how="void")
    Player.objects.filter(pk=holder(game, 0).pk).update(suspended_until=NOON + DAY)
    assert say(game, 1, proposal, now=NOON + HOUR).state == "withdrawn"


def test_what_was_said_before_the_table_opened_the_talk_stays_among_players() -> None:
    game = friends(2)
    new_lines.say(player=holder(game, 0), game_id=game.pk, text="Among us.", now=NOON)
    agreed(game, 0, 1, now=NOON, kind="talk_opened", is_open=True)
    new_lines.say(player=holder(game, 1), game_id=game.pk, text="Hello, all.", now=NOON)
    assert said_to_spectators(game) == ["Hello, all."]
    closing = agreed(game, 0, 1, now=NOON, kind="talk_opened", is_open=False)
    new_lines.say(player=holder(game, 0), game_id=game.pk, text="Among us again.", now=NOON)
    agreed(game, 1, 0, now=NOON, kind="undo", entry=closing)
    assert said_to_spectators(game) == []


def said_to_spectators(game: Game) -> list[str]:
    game.refresh_from_db()
    return [line.text for line in talk_lines.after(game, None, None, 0)]

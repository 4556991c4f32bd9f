"""A table of friends, one of whom has vanished, and their proposals."""

from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Player, Proposal
from games.table.agreements import new_proposals, votes
from games.table.play import deadlines
from tests.games.courts import agree
from tests.games.stories import DAY, NOON, chosen, holder, players, prompts, started

HOUR = timedelta(hours=1)
VANISHED = 0
"""The seat of the vanished player: it was asked first, and its time expired long ago."""
LATER = NOON + DAY + 13 * HOUR
"""An instant when its time is over, and so is the time to come back."""


def friends(seats: int = 4, **wishes: Any) -> Game:
    """Return a game in which everybody has kept tickets, and seat 0 is to take a turn."""
    return chosen(started(players(seats), **wishes))


def one_has_vanished(seats: int = 4) -> Game:
    """Return a game in which seat 0 missed its turn half a day ago, and seat 1 is to move."""
    game = friends(seats)
    deadlines.sweep(now=NOON + DAY)
    assert prompts(game)[0]["seat"] == 1
    return game


def propose(game: Game, by: int, now: datetime = LATER, /, **asked: Any) -> Proposal:
    found = new_proposals.propose(player=holder(game, by), game_id=game.pk, asked=asked, now=now)
    agree(game)
    return found


def pause(player: Player, game: Game | str, now: datetime) -> Game:
    """Propose a pause, or agree to the one that is proposed."""
    key = game if isinstance(game, str) else game.pk
    new_proposals.propose(player=player, game_id=key, asked={"kind": "paused"}, now=now)
    return Game.objects.get(pk=key)


def say(game: Game, seat: int, proposal: Proposal, *, agrees: bool = True, now: datetime = LATER) -> Proposal:
    """Answer a proposal, and check that log and rows agree afterwards."""
    found = votes.answer(player=holder(game, seat), proposal_id=proposal.pk, agrees=agrees, now=now)
    agree(game)
    return found


def agreed(game: Game, by: int, /, *others: int, now: datetime = LATER, **asked: Any) -> int:
    """Have one player propose and the others agree; return the number of the ruling's entry."""
    proposal = propose(game, by, now, **asked)
    for seat in others:
        assert proposal.state == Proposal.State.OPEN
        proposal = say(game, seat, proposal, now=now)
    assert proposal.state == Proposal.State.AGREED
    assert proposal.entry is not None
    return proposal.entry

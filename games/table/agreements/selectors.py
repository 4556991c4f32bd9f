"""Proposals at a table and their votes, for the players who sit there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Game, Player, Proposal, Seat, Turn
from games.table.agreements import presence, settlement


@dataclass(frozen=True, slots=True)
class Answers:
    """A proposal, and the seats that have agreed, have declined, and are waited for."""

    proposal: Proposal
    agreed: Sequence[int]
    declined: Sequence[int]
    waiting: Sequence[int]

    def asks(self, seat: int) -> bool:
        """Check whether this seat can still answer and has not."""
        return self.proposal.state == Proposal.State.OPEN and seat not in (*self.agreed, *self.declined)


def of_game(game: Game) -> QuerySet[Proposal]:
    """Return all proposals of a game with their votes, the newest first."""
    return Proposal.objects.filter(game=game).select_related("by").prefetch_related("votes")


def open_ones(game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime) -> list[Answers]:
    """Return the answers to the open proposals of a game. Makes no query if there are none."""
    if not game.proposals_open:
        return []
    return standings(of_game(game).filter(state=Proposal.State.OPEN), game, seats, turns, now)


def standings(
    proposals: Iterable[Proposal], game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime
) -> list[Answers]:
    """Return the answers to each proposal. For a closed proposal, nobody is waited for."""
    listed = list(proposals)
    is_open = any(proposal.state == Proposal.State.OPEN for proposal in listed)
    here = presence.present(game, seats, turns, now) if is_open else []
    return [
        _count_answers(proposal, seats, here if proposal.state == Proposal.State.OPEN else [], now)
        for proposal in listed
    ]


def _count_answers(
    proposal: Proposal, seats: Sequence[Seat], here: Sequence[presence.Present], now: datetime
) -> Answers:
    count = settlement.count(proposal, seats, here, now)
    return Answers(proposal, count.agreed, count.declined, [participant.seat.number for participant in count.waiting])


def asked(game: Game, player: Player) -> QuerySet[Proposal]:
    """Return the open proposals of a game that the player has not answered."""
    return Proposal.objects.filter(game=game, state=Proposal.State.OPEN).exclude(votes__player=player)


def asking(player: Player) -> set[str]:
    """Return the ids of games with a proposal that the player can still answer and has not. Runs one statement."""
    seats = Seat.objects.filter(player=player, game__proposals_open__gt=0).exclude(status__in=Seat.GONE)
    proposals = Proposal.objects.filter(game__in=seats.values("game"), state=Proposal.State.OPEN)
    return set(proposals.exclude(votes__player=player).values_list("game", flat=True))

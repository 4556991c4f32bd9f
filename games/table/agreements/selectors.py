"""Proposals at a table, and how they stand: for those who sit there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Game, Player, Proposal, Seat, Turn
from games.table.agreements import presence, settlement


@dataclass(frozen=True, slots=True)
class Answers:
    """A proposal, and who has agreed, has declined, and is waited for, by seat."""

    proposal: Proposal
    agreed: Sequence[int]
    declined: Sequence[int]
    waiting: Sequence[int]

    def asks(self, seat: int) -> bool:
        """Check whether this seat could still answer, and has not."""
        return self.proposal.state == Proposal.State.OPEN and seat not in (*self.agreed, *self.declined)


def of_game(game: Game) -> QuerySet[Proposal]:
    """Return all proposals of a game with their votes, the newest first."""
    return Proposal.objects.filter(game=game).select_related("by").prefetch_related("votes")


def open_ones(game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime) -> list[Answers]:
    """Return how the open proposals of a game stand. Makes no query where there are none."""
    if not game.proposals_open:
        return []
    return standings(of_game(game).filter(state=Proposal.State.OPEN), game, seats, turns, now)


def standings(
    proposals: Iterable[Proposal], game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime
) -> list[Answers]:
    """Return how each proposal stands. Of one that is closed, nobody is waited for."""
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
    """Return the open proposals of a game to which the player has said nothing."""
    return Proposal.objects.filter(game=game, state=Proposal.State.OPEN).exclude(votes__player=player)


def asking(player: Player) -> set[str]:
    """Return the games in which something is proposed that the player could answer, and has not. One statement."""
    seats = Seat.objects.filter(player=player, game__proposals_open__gt=0).exclude(status__in=Seat.GONE)
    proposals = Proposal.objects.filter(game__in=seats.values("game"), state=Proposal.State.OPEN)
    return set(proposals.exclude(votes__player=player).values_list("game", flat=True))

"""Looking at a proposal: has everyone agreed, has somebody declined, is it too late, has the game gone on?

Done under the game's lock, whenever one of these may have changed. What was agreed on is carried out at once; if it can
no longer be done, nothing comes of it, and the proposal says that it was overtaken.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.dispatch import receiver

from engine.errors import EngineError
from games import rulings, signals, store
from games.agreements import orders, presence
from games.agreements.presence import Present
from games.errors import Refused
from games.models import Game, Proposal, Seat, Turn
from games.play import quarantine
from games.play.sweeping import Sweep
from games.rulings.commands import read

FEWEST: Final = 2
"""Nobody agrees alone."""


@dataclass(frozen=True, slots=True)
class Count:
    """How an open proposal stands: who has agreed and who declined, by seat; whose answer is still waited for."""

    agreed: Sequence[int]
    declined: Sequence[int]
    waiting: Sequence[Present]

    @property
    def may_come_back(self) -> bool:
        """Whether it waits for nobody but those whose time is over, who still have some time to come back."""
        return all(one.over_since is not None for one in self.waiting)

    def closing(self, proposal: Proposal, now: datetime) -> Proposal.State | None:
        """The state in which it closes now; None if it stays open."""
        if self.declined:
            return Proposal.State.DECLINED
        if proposal.seat not in self.agreed:
            return Proposal.State.WITHDRAWN
        if self.waiting and (proposal.closes_at > now or self.may_come_back):
            return None
        if self.waiting or len(self.agreed) < FEWEST:
            return Proposal.State.EXPIRED
        return Proposal.State.AGREED


def count(proposal: Proposal, seats: Sequence[Seat], here: Sequence[Present], now: datetime) -> Count:
    """Votes count as long as their players sit there, have not left, and are not suspended."""
    sitting = {seat.number: seat.player_id for seat in seats if presence.has_a_word(seat, now)}
    votes = [vote for vote in proposal.votes.all() if sitting.get(vote.seat) == vote.player_id]
    said = {vote.seat for vote in votes}
    return Count(
        agreed=[vote.seat for vote in votes if vote.agrees],
        declined=[vote.seat for vote in votes if not vote.agrees],
        waiting=[one for one in here if one.seat.number not in said],
    )


def look(proposal: Proposal, game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime) -> Proposal:
    """Close the proposal, carry it out, or say when to look again. The game must be locked."""
    if _is_overtaken(proposal, game):
        return close(proposal, game, Proposal.State.OVERTAKEN, seats, now)
    here = presence.present(game, seats, turns, now)
    found = count(proposal, seats, here, now)
    state = found.closing(proposal, now)
    if state is None:
        proposal.look_at = _next_look(proposal, game, found.waiting, turns, now)
        proposal.save(update_fields=["look_at"])
        return proposal
    if state == Proposal.State.AGREED:
        return _carry_out(proposal, game, found, seats, now)
    return close(proposal, game, state, seats, now)


def _is_overtaken(proposal: Proposal, game: Game) -> bool:
    """Whether the table is another than the one that the proposal was about."""
    order = read(proposal.asked)
    if not orders.is_about_the_position(order):
        return game.status != Game.Status.RUNNING
    return orders.last_change(store.public_log(game)) != proposal.table


def _next_look(
    proposal: Proposal, game: Game, waiting: Iterable[Present], turns: Iterable[Turn], now: datetime
) -> datetime:
    """When somebody's time to come back may be over; not before that, for deadlines only ever move away."""
    ends_of_time = {turn.seat: turn.expires_at for turn in turns} if game.paused_at is None else {}
    over = [one.over_since or ends_of_time.get(one.seat.number) for one in waiting]
    ends = [since + presence.leeway(game) for since in over if since is not None]
    return min((at for at in (proposal.closes_at, *ends) if at > now), default=now + presence.leeway(game))


def _carry_out(proposal: Proposal, game: Game, found: Count, seats: Sequence[Seat], now: datetime) -> Proposal:
    order, undoes = read(proposal.asked), proposal.undoes
    try:
        with transaction.atomic():
            by, agreed = proposal.by, found.agreed
            ruling = rulings.by_the_table(by=by, agreed=agreed, game_id=game.pk, order=order, now=now, undoes=undoes)
    except (Refused, EngineError):
        return close(proposal, game, Proposal.State.OVERTAKEN, seats, now)
    proposal.entry = ruling.entry
    return close(proposal, game, Proposal.State.AGREED, seats, now)


def close(proposal: Proposal, game: Game, state: Proposal.State, seats: Sequence[Seat], now: datetime) -> Proposal:
    """It waits for nobody any more; those who answered hear of it where no entry tells them."""
    proposal.state, proposal.closed_at = state, now
    proposal.save(update_fields=["state", "closed_at", "entry"])
    counted(game)
    if state != Proposal.State.AGREED:
        answered = {vote.player_id for vote in proposal.votes.all()}
        tell(proposal, game, state, [seat for seat in seats if seat.player_id in answered], now)
    return proposal


def counted(game: Game) -> None:
    """The game's row has the number of open proposals."""
    game.proposals_open = open_ones(game).count()
    Game.objects.filter(pk=game.pk).update(proposals_open=game.proposals_open)


def tell(proposal: Proposal, game: Game, what: str, concerned: list[Seat], now: datetime) -> None:
    """Send the signal."""
    facts = {"game": game, "proposal": proposal, "what": what, "concerned": concerned, "now": now}
    signals.proposal_changed.send(sender=Proposal, **facts)


def open_ones(game: Game) -> QuerySet[Proposal]:
    """The proposals that wait for the table."""
    return Proposal.objects.select_related("by").filter(game=game, state=Proposal.State.OPEN).order_by("created_at")


@receiver(signals.entry_recorded, sender=Game)
def on_entry(game: Game, **_more: Any) -> None:
    """The game has gone on: look soon at what waits for the table. Costs nothing where nothing does."""
    if game.proposals_open:
        open_ones(game).update(look_at=F("created_at"))


def settle_due(*, now: datetime) -> int:
    """Look at the proposals for which something may have changed; how many were closed."""
    return DUE.run(now)


def _due(now: datetime) -> QuerySet[Proposal]:
    return Proposal.objects.filter(quarantine.sound(now, "game__"), state=Proposal.State.OPEN, look_at__lte=now)


def _settle(game: Game, key: str, now: datetime) -> bool:
    proposal = open_ones(game).filter(pk=key).first()
    if proposal is None:
        return False
    _, seats, turns = store.lock_whole(game.pk)
    return look(proposal, game, seats, turns, now).state != Proposal.State.OPEN


DUE: Final = Sweep(name="proposal", due=_due, act=_settle, at="look_at")

"""Looking at a proposal: has everyone agreed, has somebody declined, is it too late, has the game gone on?

Done under the game's lock, whenever one of these may have changed. What was agreed on is carried out at once; if it can
no longer be done, nothing comes of it, and the proposal says that it was overtaken.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.dispatch import receiver

from engine.errors import EngineError
from games import rulings, signals, store
from games.agreements import orders, presence
from games.agreements.presence import Present
from games.errors import Refused
from games.models import Game, Proposal, Seat, Turn
from games.play import asking, quarantine
from games.play.batches import Batches
from games.play.sweeping import DueRow
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


class Table(NamedTuple):
    """A game that is locked, its seats and its open turns."""

    game: Game
    seats: Sequence[Seat]
    turns: Sequence[Turn]


class Tables:
    """What must be known of games besides, for all of them, when it is first asked for: `deeds`, and news of the table.

    `waiting`: the open proposals that are looked at, by key.
    """

    def __init__(self, games: Mapping[str, Game], waiting: Iterable[Proposal]) -> None:
        self._games = games
        self.waiting = {one.pk: one for one in waiting}
        self.deeds = presence.Deeds(games)
        self.gone_on: set[str] = set()
        """Games that have gone on since they were read."""

    def is_another(self, proposal: Proposal) -> bool:
        """Whether the table has changed since the proposal was made."""
        return orders.last_change(self._news.for_seat(proposal.game_id, None)) > proposal.table

    @cached_property
    def _news(self) -> store.Logs:
        """What has happened since the oldest proposal of each game."""
        since: dict[tuple[str, int | None], int] = {}
        for one in self.waiting.values():
            since[one.game_id, None] = min(one.table, since.get((one.game_id, None), one.table))
        return store.Logs(self._games, since)


def look(proposal: Proposal, game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime) -> Proposal:
    """Close the proposal, carry it out, or say when to look again. The game must be locked."""
    return _look(proposal, Table(game, seats, turns), Tables({game.pk: game}, [proposal]), now)


def _look(proposal: Proposal, table: Table, known: Tables, now: datetime) -> Proposal:
    if _is_overtaken(proposal, table.game, known):
        return close(proposal, table.game, Proposal.State.OVERTAKEN, table.seats, now)
    here = presence.present_by(known.deeds, *table, now)
    found = count(proposal, table.seats, here, now)
    state = found.closing(proposal, now)
    if state is None:
        proposal.look_at = _next_look(proposal, table.game, found.waiting, table.turns, now)
        store.save([proposal], "look_at", game=proposal.game_id)
        return proposal
    if state == Proposal.State.AGREED:
        known.gone_on.add(proposal.game_id)
        return _carry_out(proposal, table.game, found, table.seats, now)
    return close(proposal, table.game, state, table.seats, now)


def _is_overtaken(proposal: Proposal, game: Game, known: Tables) -> bool:
    """Whether the table is another than the one that the proposal was about."""
    if not orders.is_about_the_position(read(proposal.asked)):
        return game.status != Game.Status.RUNNING
    return known.is_another(proposal)


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
        with store.at_once(), transaction.atomic():
            by, agreed = proposal.by, found.agreed
            ruling = rulings.by_the_table(by=by, agreed=agreed, game_id=game.pk, order=order, now=now, undoes=undoes)
    except (Refused, EngineError):
        return close(proposal, game, Proposal.State.OVERTAKEN, seats, now)
    proposal.entry = ruling.entry
    return close(proposal, game, Proposal.State.AGREED, seats, now)


def close(proposal: Proposal, game: Game, state: Proposal.State, seats: Sequence[Seat], now: datetime) -> Proposal:
    """It waits for nobody any more; those who answered hear of it where no entry tells them."""
    proposal.state, proposal.closed_at = state, now
    store.save([proposal], "state", "closed_at", "entry", game=game.pk)
    game.proposals_open = max(game.proposals_open - 1, 0)
    store.save([game], "proposals_open", game=game.pk)
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
    return PROPOSALS.run(now) if asking.is_due(PROPOSALS, now) else 0


def _due(now: datetime) -> QuerySet[Proposal]:
    return Proposal.objects.filter(quarantine.sound(now, "game__"), state=Proposal.State.OPEN, look_at__lte=now)


def _read(rows: Sequence[DueRow], held: Mapping[str, store.HeldGame]) -> Tables:
    """What the batch is about, as it is under the locks."""
    still_open = Proposal.objects.filter(pk__in=[row.key for row in rows], game__in=list(held))
    waiting = still_open.filter(state=Proposal.State.OPEN).prefetch_related("by", "votes")
    return Tables({key: one.game for key, one in held.items()}, waiting)


def _settle(held: store.HeldGame, key: str, now: datetime, known: Tables) -> bool:
    """False where it stays open. In a game that has just gone on because of another proposal, the next sweep looks."""
    proposal = known.waiting.get(key)
    if proposal is None or held.game.pk in known.gone_on:
        return False
    return _look(proposal, Table(held.game, held.seats, held.turns), known, now).state != Proposal.State.OPEN


PROPOSALS: Final = Batches(name="proposal", due=_due, known=_read, act=_settle, at="look_at")

"""Settling a proposal: checks whether all agreed, somebody declined, it is too late, or the game has gone on.

This is done under the game's lock, whenever one of these may have changed. An agreed proposal is carried out at once;
if that is no longer possible, nothing changes and the proposal is marked as overtaken.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.dispatch import receiver

from engine.errors import EngineError
from games import signals
from games.errors import Refused
from games.kinds import RulingKind
from games.models import Game, Proposal, Seat, Turn
from games.table import rulings, store
from games.table.agreements import orders, presence
from games.table.agreements.presence import Present
from games.table.play import due_work, quarantine
from games.table.play.batches import Batches
from games.table.play.sweeps import DueRow
from games.table.rulings.commands import Extend, Order, read

FEWEST: Final = 2
"""The minimum number of players who must agree: nobody agrees alone, except to a pause if nobody else plays."""


@dataclass(frozen=True, slots=True)
class Count:
    """The count of an open proposal: the seats that agreed, that declined, and whose answer is still waited for."""

    agreed: Sequence[int]
    declined: Sequence[int]
    waiting: Sequence[Present]
    fewest: int

    @property
    def may_come_back(self) -> bool:
        """Check whether the proposal waits only for players whose time is over but who may still come back."""
        return all(participant.over_since is not None for participant in self.waiting)

    def closing(self, proposal: Proposal, now: datetime) -> Proposal.State | None:
        """Return the state in which the proposal closes now; None if it stays open."""
        if self.declined:
            return Proposal.State.DECLINED
        if proposal.seat not in self.agreed:
            return Proposal.State.WITHDRAWN
        if self.waiting and (proposal.closes_at > now or self.may_come_back):
            return None
        if self.waiting or len(self.agreed) < self.fewest:
            return Proposal.State.EXPIRED
        return Proposal.State.AGREED


def count(proposal: Proposal, seats: Sequence[Seat], here: Sequence[Present], now: datetime) -> Count:
    """Count the votes of players who still have their seat, have not left, and are not suspended."""
    sitting = {seat.number: seat.player_id for seat in seats if presence.has_a_word(seat, now)}
    votes = [vote for vote in proposal.votes.all() if sitting.get(vote.seat) == vote.player_id]
    answered = {vote.seat for vote in votes}
    return Count(
        agreed=[vote.seat for vote in votes if vote.agrees],
        declined=[vote.seat for vote in votes if not vote.agrees],
        waiting=[participant for participant in here if participant.seat.number not in answered],
        fewest=fewest(read(proposal.asked), seats),
    )


def fewest(order: Order, seats: Iterable[Seat]) -> int:
    """Return the minimum number of players who must agree on this order."""
    players = [seat for seat in seats if seat.status == Seat.Status.PLAYING and not seat.of_house]
    return 1 if order.kind == RulingKind.PAUSED and len(players) == 1 else FEWEST


class Tables:
    """Facts about several games that settling needs, read for all of them on first use.

    They are `deeds`, and what has happened at the tables.

    `waiting`: the open proposals to check, by key.
    """

    def __init__(self, games: Mapping[str, Game], waiting: Iterable[Proposal]) -> None:
        self._games = games
        self.waiting = {proposal.pk: proposal for proposal in waiting}
        self.deeds = presence.Deeds(games)
        self.gone_on: set[str] = set()
        """The games that have gone on since they were read."""

    def is_another(self, proposal: Proposal) -> bool:
        """Check whether the position has changed since the proposal was made."""
        return orders.last_change(self._news.for_seat(proposal.game_id, None)) > proposal.table

    @cached_property
    def _news(self) -> store.Logs:
        """Return the log of each game since its oldest open proposal."""
        since: dict[tuple[str, int | None], int] = {}
        for proposal in self.waiting.values():
            since[proposal.game_id, None] = min(proposal.table, since.get((proposal.game_id, None), proposal.table))
        return store.Logs(self._games, since)


def look(proposal: Proposal, table: store.HeldGame, now: datetime) -> Proposal:
    """Close the proposal, carry it out, or schedule the next check."""
    return _look_at(proposal, table, Tables({table.game.pk: table.game}, [proposal]), now)


def _look_at(proposal: Proposal, table: store.HeldGame, tables: Tables, now: datetime) -> Proposal:
    if _is_overtaken(proposal, table, tables):
        return close(proposal, table.game, Proposal.State.OVERTAKEN, table.seats, now)
    here = presence.present_by(tables.deeds, table.game, table.seats, table.turns, now)
    tally = count(proposal, table.seats, here, now)
    state = tally.closing(proposal, now)
    if state is None:
        proposal.look_at = _next_look(proposal, table.game, tally.waiting, table.turns, now)
        store.save([proposal], "look_at", game=proposal.game_id)
        return proposal
    if state == Proposal.State.AGREED:
        tables.gone_on.add(proposal.game_id)
        return _carry_out(proposal, table.game, tally, table.seats, now)
    return close(proposal, table.game, state, table.seats, now)


def _is_overtaken(proposal: Proposal, table: store.HeldGame, tables: Tables) -> bool:
    """Check whether the position has changed in a way that makes the proposal void."""
    order = read(proposal.asked)
    if orders.is_about_the_position(order):
        return tables.is_another(proposal)
    is_answered = isinstance(order, Extend) and order.prompt not in {turn.prompt_id for turn in table.turns}
    return is_answered or table.game.status != Game.Status.RUNNING


def _next_look(
    proposal: Proposal, game: Game, waiting: Iterable[Present], turns: Iterable[Turn], now: datetime
) -> datetime:
    """Return the earliest instant when a player's time to come back may be over, as deadlines only move later."""
    ends_of_time = {turn.seat: turn.expires_at for turn in turns} if game.paused_at is None else {}
    over = [participant.over_since or ends_of_time.get(participant.seat.number) for participant in waiting]
    ends = [since + presence.leeway(game) for since in over if since is not None]
    return min((at for at in (proposal.closes_at, *ends) if at > now), default=now + presence.leeway(game))


def _carry_out(proposal: Proposal, game: Game, tally: Count, seats: Sequence[Seat], now: datetime) -> Proposal:
    order, undoes = read(proposal.asked), proposal.undoes
    try:
        with store.at_once(), transaction.atomic():
            by, agreed = proposal.by, tally.agreed
            ruling = rulings.by_the_table(by=by, agreed=agreed, game_id=game.pk, order=order, now=now, undoes=undoes)
    except (Refused, EngineError):
        return close(proposal, game, Proposal.State.OVERTAKEN, seats, now)
    proposal.entry = ruling.entry
    return close(proposal, game, Proposal.State.AGREED, seats, now)


def close(proposal: Proposal, game: Game, state: Proposal.State, seats: Sequence[Seat], now: datetime) -> Proposal:
    """Close a proposal; notify those who answered, unless an entry of the log tells them."""
    proposal.state, proposal.closed_at = state, now
    store.save([proposal], "state", "closed_at", "entry", game=game.pk)
    game.proposals_open = max(game.proposals_open - 1, 0)
    store.save([game], "proposals_open", game=game.pk)
    if state != Proposal.State.AGREED:
        answered = {vote.player_id for vote in proposal.votes.all()}
        tell(proposal, game, state, [seat for seat in seats if seat.player_id in answered], now)
    return proposal


def counted(game: Game) -> None:
    """Update the number of open proposals in the game's row."""
    game.proposals_open = open_ones(game).count()
    Game.objects.filter(pk=game.pk).update(proposals_open=game.proposals_open)


def tell(proposal: Proposal, game: Game, change: str, concerned: list[Seat], now: datetime) -> None:
    """Send the signal that the proposal has changed."""
    facts = {"game": game, "proposal": proposal, "what": change, "concerned": concerned, "now": now}
    signals.proposal_changed.send(sender=Proposal, **facts)


def open_ones(game: Game) -> QuerySet[Proposal]:
    """Return the open proposals of a game."""
    return Proposal.objects.select_related("by").filter(game=game, state=Proposal.State.OPEN).order_by("created_at")


@receiver(signals.entry_recorded, sender=Game)
def on_entry(game: Game, **_more: object) -> None:
    """Schedule a check of the open proposals, since the game has gone on. Costs nothing if there are none."""
    if game.proposals_open:
        open_ones(game).update(look_at=F("created_at"))


def settle_due(*, now: datetime) -> int:
    """Check the proposals for which something may have changed; return how many were closed."""
    return PROPOSALS.run(now) if due_work.is_due(PROPOSALS, now) else 0


def _due(now: datetime) -> QuerySet[Proposal]:
    return Proposal.objects.filter(quarantine.sound(now, "game__"), state=Proposal.State.OPEN, look_at__lte=now)


def _read_tables(rows: Sequence[DueRow], held_games: Mapping[str, store.HeldGame]) -> Tables:
    """Read the facts about the batch's games under their locks."""
    still_open = Proposal.objects.filter(pk__in=[row.key for row in rows], game__in=list(held_games))
    waiting = still_open.filter(state=Proposal.State.OPEN).prefetch_related("by", "votes")
    return Tables({key: held_game.game for key, held_game in held_games.items()}, waiting)


def _settle(held_game: store.HeldGame, key: str, now: datetime, tables: Tables) -> bool:
    """Settle a proposal; return False if it stays open.

    If the game has just gone on because of another proposal, the next sweep checks it.
    """
    proposal = tables.waiting.get(key)
    if proposal is None or held_game.game.pk in tables.gone_on:
        return False
    return _look_at(proposal, held_game, tables, now).state != Proposal.State.OPEN


PROPOSALS: Final = Batches(name="proposal", due=_due, read=_read_tables, act=_settle, at="look_at")

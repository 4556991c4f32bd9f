"""What the games say becomes notifications of those at the table."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.dispatch import receiver
from django.utils import timezone

from engine.codec import Json
from games import signals
from games.lobby import departures
from games.logged_entries import is_own_move_taken_back
from games.models import (
    Entry,
    Game,
    Player,
    Proposal,
    Seat,
    Turn,
)
from games.table.play import closing_times
from games.table.play.open_seats import is_stand_in
from notifications import absences
from notifications.models import (
    Notification,
)
from notifications.policy import asked_again, closings, kinds, notices, recipients, table_answers
from notifications.policy.creation import note
from notifications.policy.notices import Notice

RULED = "ruled"
OF_PLANS = {"stopped": kinds.PLAN_STOPPED.name, "waits": kinds.PLAN_WAITS.name, "cancelled": kinds.YOUR_TURN.name}
REMINDED_LATELY = timedelta(hours=6)
LEAVING = frozenset({"absent", "forfeited", "resigned", "ruled", "taken_over"})
OVER = frozenset({Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID})


@receiver(signals.entry_recorded)
def on_entry(game: Game, entry: Entry, turns_opened: Sequence[Turn], seats: Sequence[Seat], **_: object) -> None:
    """Create notifications of an entry. A player with a plan is not asked before the plan."""
    over = game.status in OVER
    planned = {seat.number for seat in seats if seat.plan_comes_first}
    unplanned = [turn for turn in turns_opened if turn.seat not in planned]
    turns_opened = [turn for turn in unplanned if entry.public.get("agreed") != [turn.seat]]  # nor after a take-back
    if recipients.is_silent(entry, turns_opened, over=over):
        return
    players = {seat.number: seat.player for seat in seats}
    news = notices.of_entry(entry, turns_opened, seats, over=over)
    if entry.kind == RULED:
        news += _list_ruling_notices(game, entry, seats)
        _note_loss(game, entry)
    if entry.kind == recipients.TAKEN_OVER:
        _note_taken(game, entry, players[entry.public["seat"]])
    told = [_build_notification(notice, game, entry, player) for notice in news if (player := players[notice.to.seat])]
    if entry.kind == RULED and is_own_move_taken_back(entry.public):
        asked_again.keep_asking(game, entry, turns_opened, told)
    note(told)
    if over and not game.practice:
        note(_list_ending_notices(game, entry, seats))
    if entry.kind in LEAVING and game.closes_at == entry.at + closing_times.deserted():
        note(closings.of_deserted(game, entry, seats))


def _list_ending_notices(game: Game, entry: Entry, seats: Sequence[Seat]) -> list[Notification]:
    """Return notices of the end for those for whom stand-ins have played, and who have no seat.

    Of a game that was abandoned, another kind tells them.
    """
    if game.status == Game.Status.ABANDONED:
        return []
    fields: Json = {"kind": kinds.GAME_OVER.name, "game": game, "entry": entry.number, "created_at": entry.at}
    return [Notification(player=player, **fields) for player in departures.find_replaced(game, seats).values()]


def _list_ruling_notices(game: Game, entry: Entry, seats: Sequence[Seat]) -> list[notices.Notice]:
    if not is_own_move_taken_back(entry.public):
        return notices.of_ruling(entry.public, seats)
    closed = Turn.objects.filter(game=game, closed_at=entry.at, prompt_opened__lt=entry.number)
    return notices.of_own_move(list(closed.values_list("seat", flat=True)), entry.public)


@receiver(signals.time_is_over)
def on_time_is_over(game: Game, turn: Turn, seats: Sequence[Seat], **_: object) -> None:
    """Notify the late player, and all who wait, that a turn's grace period is running."""
    players = {seat.number: seat.player for seat in seats if seat.player}
    now = timezone.now()
    note(
        [
            Notification(
                kind=notice.kind.name,
                player=players[notice.to.seat],
                game=game,
                seat=notice.to.seat,
                prompt_opened=notice.to.prompt_opened,
                deadline_at=notice.to.deadline_at,
                created_at=now,
            )
            for notice in notices.of_lateness(turn, [seat for seat in seats if seat.player])
        ]
    )


@receiver(signals.player_nudged)
def on_player_nudged(game: Game, turn: Turn, seat: Seat, now: datetime, **_: object) -> None:
    """Notify the player of a nudge, unless a reminder of this turn has only just been created."""
    lately = Notification.objects.filter(
        kind=kinds.REMINDER.name, player=seat.player_id, game=game, created_at__gt=now - REMINDED_LATELY
    )
    if seat.player is None or lately.filter(prompt_opened=turn.prompt_opened).exists():
        return
    nudged = Notification(
        kind=kinds.NUDGE.name,
        player=seat.player,
        game=game,
        seat=turn.seat,
        prompt_opened=turn.prompt_opened,
        deadline_at=turn.deadline_at,
        created_at=now,
    )
    note([nudged])


def _build_notification(notice: Notice, game: Game, entry: Entry, player: Player) -> Notification:
    return Notification(
        kind=notice.kind.name,
        player=player,
        game=game,
        seat=notice.to.seat,
        entry=entry.number,
        prompt_opened=notice.to.prompt_opened,
        deadline_at=notice.to.deadline_at,
        created_at=entry.at,
    )


def _note_loss(game: Game, entry: Entry) -> None:
    """Notify a player whose seat a ruling gave away; although they have no seat, they are still concerned."""
    before = Player.objects.filter(pk=entry.public.get("before")) if entry.public["ruling"] == "replaced" else ()
    note(
        [
            Notification(kind=kinds.RULING.name, player=player, game=game, entry=entry.number, created_at=entry.at)
            for player in before
        ]
    )


@receiver(signals.plan_declined)
def on_plan_declined(
    game: Game, seat: Seat, player: Player, turn: Turn | None, what: str, plan: int | None, **_: object
) -> None:
    """Notify the player of the question that the plan does not answer, and why they are asked only now."""
    if turn is None:
        return
    notification = Notification(
        kind=OF_PLANS[what],
        player=player,
        game=game,
        seat=seat.number,
        prompt_opened=turn.prompt_opened,
        deadline_at=turn.deadline_at,
        plan=plan,
        created_at=timezone.now(),
    )
    note([notification])


def _note_taken(game: Game, entry: Entry, holder: Player | None) -> None:
    """Notify a player who is away or has left that somebody took over their seat."""
    before = Player.objects.filter(pk=entry.public["before"]).exclude(pk=entry.public["player"])
    kind = kinds.SEAT_TAKEN if is_stand_in(holder) else kinds.SEAT_PASSED_ON
    if entry.public.get("handed_over"):
        kind = kinds.SEAT_HANDED_OVER
    note(
        [
            Notification(kind=kind.name, player=away, game=game, entry=entry.number, created_at=entry.at)
            for away in before
        ]
    )


@receiver(signals.seat_offered)
def on_seat_offered(game: Game, player: Player, **_: object) -> None:
    """Notify the player of an offered seat, and again of a later offer if the game has gone on since."""
    now = timezone.now()
    note([Notification(kind=kinds.SEAT_OFFERED.name, player=player, game=game, entry=game.head, created_at=now)])


@receiver(signals.game_changed)
def on_game_changed(game: Game, what: str, player: Player, seats: Sequence[Seat] = (), **_: object) -> None:
    """Notify players of an invitation, of a game's closing, and a host of those who answer about the table."""
    now = timezone.now()
    if what == "invited":
        note([Notification(kind=kinds.INVITATION.name, player=player, game=game, created_at=now)])
    elif what == "closed":
        note(closings.of_closed(game, seats, now))
    elif what in ("joined", "left"):
        note(table_answers.of_answer(game, player, now))
    elif what == "left_by_all":
        note(closings.of_abandoned(game, now))


@receiver(signals.absences_wanted)
def on_absences_wanted(players: Collection[str], now: datetime, **_: object) -> dict[str, str]:
    """Return what players say about being away."""
    return {
        player: absences.tell_at_seat(absence, now) for player, absence in absences.of_players(players, now).items()
    }


@receiver(signals.game_closing)
def on_game_closing(game: Game, seats: Sequence[Seat], **_: object) -> None:
    """Notify everyone who could still prevent the closing."""
    note(closings.of_closing(game, seats, timezone.now()))


@receiver(signals.proposal_changed)
def on_proposal_changed(
    game: Game, proposal: Proposal, what: str, concerned: Sequence[Seat], now: datetime, **_: object
) -> None:
    """Ask those who have not voted, or tell those who have, except whoever ended it, that nothing came of it."""
    ended_by = {vote.player_id for vote in proposal.votes.all() if not vote.agrees}
    if what == Proposal.State.WITHDRAWN:
        ended_by.add(proposal.by_id)
    kind = kinds.PROPOSAL if what == "asked" else kinds.PROPOSAL_OVER
    fields: Json = {"kind": kind.name, "game": game, "proposal": proposal, "created_at": now}
    readers = [seat for seat in concerned if seat.player is not None and seat.player_id not in ended_by]
    note([Notification(player=seat.player, seat=seat.number, **fields) for seat in readers])

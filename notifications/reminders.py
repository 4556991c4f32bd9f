"""Notes the reminders that are due; `schedule` says when they are."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.models import Game, Player, Seat, Turn
from notifications import schedule
from notifications.kinds import Kind
from notifications.models import Notification
from notifications.notes import note

BATCH: Final = 500


@transaction.atomic
def note_due(*, now: datetime) -> int:
    """Makes a notification of every reminder that is due and was not made before. Returns how many."""
    due = [turn for turn in _candidates(now) if schedule.is_due(now, turn.opened_at, turn.deadline_at)][:BATCH]
    holders = _holders(due)
    return note(
        [_reminder(turn, holders[turn.game_id, turn.seat], now) for turn in due if (turn.game_id, turn.seat) in holders]
    )


def _candidates(now: datetime) -> Iterable[Turn]:
    """Open turns near enough to their deadline to be looked at, of which nobody was reminded with this deadline."""
    about = {name: OuterRef(name) for name in ("game", "prompt_opened", "seat", "deadline_at")}
    reminded = Exists(Notification.objects.filter(kind=Kind.REMINDER, **about))
    soon = Turn.objects.filter(closed_at=None, deadline_at__gt=now, deadline_at__lte=now + schedule.LONGEST_LEAD)
    wanted = soon.filter(~reminded, _somebody_listens(now), game__status=Game.Status.RUNNING, game__paused_at=None)
    return wanted.order_by("deadline_at").iterator()


def _somebody_listens(now: datetime) -> Exists:
    """Whose seat hears of anything at all: turns of which nobody is reminded would crowd out all others.

    Nor does a player hear who is suspended, and could not play.
    """
    seats = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), player__erased_at=None)
    seats = seats.exclude(player__suspended_until__gt=now)
    return Exists(seats.filter(Q(player__kind=Player.Kind.HUMAN) | Q(player__mail_preferences__on=True)))


def _holders(turns: Iterable[Turn]) -> dict[tuple[str, int], Player]:
    seats = Seat.objects.filter(game__in={turn.game_id for turn in turns}, player__isnull=False).select_related(
        "player"
    )
    return {(seat.game_id, seat.number): seat.player for seat in seats if seat.player}


def _reminder(turn: Turn, player: Player, now: datetime) -> Notification:
    return Notification(
        kind=Kind.REMINDER,
        player=player,
        game_id=turn.game_id,
        seat=turn.seat,
        prompt_opened=turn.prompt_opened,
        deadline_at=turn.deadline_at,
        created_at=now,
    )

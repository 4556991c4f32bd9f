"""Pauses by agreement: when every active seat wants one, the clocks stop; any of them can let the game go on.

When the first player wants a pause, the others are asked, by a signal. A wish is kept in the seat's row, and can be
withdrawn until the pause begins. Players who have left or are absent, and stand-ins, are not asked. Such a pause ends
automatically, so that a forgotten game goes on and ends.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import signals
from games.errors import NotFound, Refused
from games.models import Game, Player, Seat
from games.table import store
from games.table.play import due_work, quarantine
from games.table.play.batches import Batches, nothing
from games.table.play.moves import seat_of
from games.table.rulings import Pause, Resume, of_itself
from games.table.rulings.handler import build_context_of_held, of_itself_at

AGREEMENT: Final = "agreement"
LONGEST: Final = timedelta(days=60)


def wish(*, player: Player, game_id: str, now: datetime) -> Game:
    """Record that the player's seat wants a pause; the game is paused once all active seats do.

    Raises NotFound, Forbidden("not_in_this_game"), Refused("game_not_running", "already_paused", "seat_not_active").
    """
    with transaction.atomic():
        game, seat = _lock_active_seat(player, game_id)
        before = [other for other in _active(game) if other.wants_pause]
        seat.wants_pause = True
        seat.save(update_fields=["wants_pause"])
        others = [other for other in _active(game) if not other.wants_pause]
        if others and not before:
            signals.pause_wished.send(sender=Game, game=game, asked=others)
        if not others:
            of_itself(game_id=game.pk, order=Pause(AGREEMENT), by=player, now=now)
            game.refresh_from_db()
    return game


def refuse(*, player: Player, game_id: str, now: datetime) -> Game:
    """Refuse a pause for the player: open wishes are dropped, and the players who had them are notified.

    They can ask again. If nobody has asked for a pause, nothing changes. Raises NotFound,
    Forbidden("not_in_this_game"), Refused("game_not_running", "already_paused", "seat_not_active").
    """
    with transaction.atomic():
        game, seat = _lock_active_seat(player, game_id)
        wished = [other for other in _active(game) if other.wants_pause]
        game.seats.update(wants_pause=False)
        if to_notify := [other for other in wished if other.pk != seat.pk]:
            signals.pause_refused.send(sender=Game, game=game, wished=to_notify)
    return game


def take_back(*, player: Player, game_id: str, now: datetime) -> Game:
    """Take back the seat's wish for a pause; if the game is paused by agreement, it goes on.

    Raises NotFound, Forbidden("not_in_this_game"), Refused("game_not_running").
    """
    with transaction.atomic():
        game, seat = _lock_own_seat(player, game_id)
        if AGREEMENT in game.pauses and _is_active(seat):
            _go_on(game, player, now)
        else:
            seat.wants_pause = False
            seat.save(update_fields=["wants_pause"])
    return game


def end_long_ones(*, now: datetime) -> int:
    """Resume games paused by agreement for too long, or whose pause nobody is left to end; return how many."""
    return LONG_PAUSES.run(now) if due_work.is_due(LONG_PAUSES, now) else 0


def _long_paused(now: datetime) -> QuerySet[Game]:
    """Return games paused by agreement (among other reasons) for too long, or by players who have all left.

    Only running games are paused (`game_paused_for_a_reason`).
    """
    paused = Game.objects.filter(paused_at__isnull=False, pauses__contains=[AGREEMENT])
    standing = paused.filter(quarantine.sound(now))
    return standing.filter(Q(paused_at__lte=now - LONGEST) | ~Exists(_active(OuterRef("pk"))))


def _end(held_game: store.HeldGame, _key: str, now: datetime, _nothing: None) -> bool:
    paused_at, is_over = held_game.game.paused_at, not any(map(_is_active, held_game.seats))
    if paused_at is None or AGREEMENT not in held_game.game.pauses or not (is_over or paused_at <= now - LONGEST):
        return False
    of_itself_at(build_context_of_held(held_game, now), Resume(AGREEMENT), held_game.game.host)
    for seat in held_game.seats:
        seat.wants_pause = False
    store.save(held_game.seats, "wants_pause", game=held_game.game.pk)
    return True


def _go_on(game: Game, by: Player, now: datetime) -> None:
    game.seats.update(wants_pause=False)
    of_itself(game_id=game.pk, order=Resume(AGREEMENT), by=by, now=now)
    game.refresh_from_db()


def _lock_active_seat(player: Player, game_id: str) -> tuple[Game, Seat]:
    """Lock and return a running game not paused by agreement, and the player's active seat."""
    game, seat = _lock_own_seat(player, game_id)
    if AGREEMENT in game.pauses:
        raise Refused("already_paused", reason=AGREEMENT)
    if not _is_active(seat):
        raise Refused("seat_not_active")
    return game, seat


def _lock_own_seat(player: Player, game_id: str) -> tuple[Game, Seat]:
    try:
        game = store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    seat = seat_of(game, player)
    if game.status != Game.Status.RUNNING:
        raise Refused("game_not_running", game_status=game.status)
    return game, seat


def _active(game: Game | OuterRef) -> QuerySet[Seat]:
    """Return the seats that are asked. `game`: a game, or a reference to its id in a query."""
    seats = Seat.objects.filter(game=game).select_related("player").order_by("number")
    return seats.filter(status=Seat.Status.PLAYING).exclude(player__kind=Player.Kind.HOUSE)


def _is_active(seat: Seat) -> bool:
    return seat.status == Seat.Status.PLAYING and not seat.of_house


LONG_PAUSES: Final = Batches(name="pause", due=_long_paused, read=nothing, act=_end, at="paused_at", game="id")

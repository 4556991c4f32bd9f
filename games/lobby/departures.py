"""Leaving a running game, for good (P1) or to a stand-in (P2), and coming back (P2, P4)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.dispatch import receiver

import engine
from games.errors import NotFound, Refused
from games.kinds import EntryKind
from games.lobby import eligibility, lobby, succession, takeovers
from games.models import Departure, Game, Invitation, Player, Seat
from games.people import mentions
from games.people.suspension import present
from games.signals import player_leaving
from games.table import store
from games.table.play import quarantine, seat_changes, stand_ins
from games.table.play.moves import seat_of
from games.table.play.open_seats import GONE, is_stand_in
from games.table.play.participation import course as course_of

ALIVE: Final = (Game.Status.OPEN, Game.Status.RUNNING)


def resign(*, player: Player, game_id: str, now: datetime) -> Game:
    """Leave a running game for good: the seat stays on the board, its turns are skipped (P1).

    The player cannot come back; another player may take the seat over (P2).
    """
    return _change(player, game_id, EntryKind.RESIGNED, engine.Resign(), Seat.Status.RESIGNED, now)


def hand_to_stand_in(*, player: Player, game_id: str, now: datetime) -> Game:
    """Let a stand-in play on with the player's seat (P2), who can come back until another player takes it over.

    The stand-in answers at once what the seat is asked, so that nobody gains time by coming back.

    Raises NotFound, Forbidden (not_in_this_game), Refused (game_not_running, game_paused, practice_table,
    game_of_competition, seat_not_active).
    """
    with transaction.atomic():
        game = _lock_game(game_id)
        seat = seat_of(game, player)
        if game.status != Game.Status.RUNNING:
            raise Refused("game_not_running", game_status=game.status)
        if game.paused_at is not None:
            raise Refused("game_paused")
        if game.practice:
            raise Refused("practice_table")
        if game.of_competition:
            raise Refused("game_of_competition")
        if seat.status in GONE:
            raise Refused("seat_not_active")
        table = store.load(game)
        stand_in = stand_ins.free_for(game)
        seat_changes.hand_over(table, table.seats[seat.number], stand_in, now, {"handed_over": True})
        stand_ins.play_seat(table, seat.number, now)
    return game


def come_back(*, player: Player, game_id: str, now: datetime) -> Game:
    """Bring the player back into the game, from the next turn on.

    Players can come back after being absent (P4), after losing a seat on time that nobody has taken over since, or
    when a stand-in has the seat (P2). Raises NotFound, Forbidden (not_in_this_game, account_suspended),
    engine.IllegalMove, Refused (game_not_running, left_for_good, put_out, out_of_competition, has_held_another_seat,
    has_seen_secrets).
    """
    with transaction.atomic():
        player = present(player, now)
        table = takeovers.running(game_id)
        seat = takeovers.own_seat(table.game, table.seats, player)
        if seat.player_id == player.pk and seat.status not in GONE:
            seat_changes.change(table, seat, EntryKind.RETURNED, engine.ComeBack(), Seat.Status.PLAYING, now)
        else:
            takeovers.take(table, seat, player, now)
    return table.game


def has_departed(game_id: str, player: Player | None) -> bool:
    """Check whether the player has ever left a seat of the game, or lost it."""
    return player is not None and Departure.objects.filter(game=game_id, player=player).exists()


def has_left_for_good(game: Game, player: Player) -> bool:
    """Check whether the player has resigned from the game, and nobody has put them back."""
    return player.pk in course_of(store.public_log(game)).resigned


def is_put_out(game: Game, player: Player) -> bool:
    """Check whether an admin has removed the player from the game, and nobody has put them back."""
    return player.pk in course_of(store.public_log(game)).put_out


def stand_in_of(game: Game, seats: Iterable[Seat], player: Player) -> Seat | None:
    """Return the seat in which a stand-in plays for the player; None if there is none.

    A stand-in plays for nobody who has left for good, was put out, or is out of the game's competition. This folds the
    game's log.
    """
    rows = list(seats)
    if any(seat.player_id == player.pk for seat in rows) or _is_out_of_competition(game, player):
        return None
    course = course_of(store.public_log(game))
    return None if player.pk in course.put_out | course.resigned else takeovers.find_lost_seat(course, rows, player)


def _is_out_of_competition(game: Game, player: Player) -> bool:
    try:
        eligibility.refuse_who_is_out(game, player)
    except Refused:
        return True
    return False


def find_people(game: Game, seats: Sequence[Seat]) -> list[Player]:
    """Return who plays at each taken seat, in order: its holder, or the person for whom its stand-in plays."""
    people = find_replaced(game, seats)
    return [people.get(seat.number, seat.player) for seat in seats if seat.player]


def find_replaced(game: Game, seats: Sequence[Seat]) -> dict[int, Player]:
    """Return the people for whom stand-ins play, by seat, without those who have left for good or were put out.

    This folds the game's log if a stand-in sits there.
    """
    if not any(is_stand_in(seat.player) for seat in seats):
        return {}
    course = course_of(store.public_log(game))
    gone, lost = course.put_out | course.resigned, {seat.number: takeovers.lost_by(course, seat) for seat in seats}
    people = Player.objects.in_bulk([player for player in lost.values() if player and player not in gone])
    return {number: people[player] for number, player in lost.items() if player in people}


def has_stand_in(game_id: str, player: Player) -> bool:
    """Check whether a stand-in plays for the player, or did so to the end: they may see how the game goes."""
    if not has_departed(game_id, player):
        return False
    game, seats, _turns = store.look(game_id)
    return stand_in_of(game, seats, player) is not None


@receiver(player_leaving)
def leave_all(*, player: Player, now: datetime, **_more: object) -> None:
    """Give up every seat of a player who is about to be erased.

    Seats in games that have not begun are given back; running games are resigned. A table that the player hosts goes to
    whoever has been there longest, without the player's name; one where nobody is left is called off.

    Games are locked in the order of their ids, so that two players who leave the same games never deadlock.
    """
    mentions.forget_own_games(player, player.name, player.email or "")
    own_games = Seat.objects.filter(player=player).exclude(status__in=GONE).values("game_id")
    to_leave = Q(pk__in=own_games, status__in=ALIVE) | Q(host=player, status=Game.Status.OPEN)
    for game_id in Game.objects.filter(to_leave).order_by("pk").values_list("pk", flat=True):
        game = _lock_game(game_id)
        if game.status == Game.Status.OPEN:
            if game.host_id == player.pk:
                succession.pass_on(game, game.seats.select_related("player"), player)
            lobby.leave_game(player=player, game_id=game_id, now=now)
        else:
            _resign_whatever_comes(player, game_id, now)
    Invitation.objects.filter(player=player).delete()


def _resign_whatever_comes(player: Player, game_id: str, now: datetime) -> None:
    """Resign from a game. A broken game must not stop an erasure, so it is put aside for an admin."""
    try:
        with transaction.atomic():
            resign(player=player, game_id=game_id, now=now)
    except Refused:  # the game has meanwhile ended
        return
    except DatabaseError:
        raise
    except Exception as error:
        quarantine.put(game_id=game_id, error=error, now=now)


def agree_to_open(*, player: Player, game_id: str, now: datetime) -> Game:
    """Agree that an ended game's secrets open now; they do when every seat agrees."""
    with transaction.atomic():
        game = _lock_game(game_id)
        seat = seat_of(game, player)
        if game.secrets_open_at is None:
            raise Refused("game_not_ended", game_status=game.status)
        seat.agrees_to_open = True
        seat.save(update_fields=["agrees_to_open"])
        if not game.seats.filter(agrees_to_open=False).exists():
            game.secrets_open_at = min(now, game.secrets_open_at)
            game.save(update_fields=["secrets_open_at"])
    return game


def _change(player: Player, game_id: str, kind: EntryKind, move: engine.Move, status: str, now: datetime) -> Game:
    with transaction.atomic():
        game = _lock_game(game_id)
        seat = seat_of(game, player)
        if game.status != Game.Status.RUNNING:
            raise Refused("game_not_running", game_status=game.status)
        table = store.load(game)
        seat_changes.change(table, table.seats[seat.number], kind, move, status, now)
    return game


def _lock_game(game_id: str) -> Game:
    try:
        return store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None

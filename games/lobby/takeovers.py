"""Taking over a seat with all its secrets (P2), by somebody from the public list, a stand-in, or its former player.

1. The player's row is locked, so that nobody sits down while being erased; then the game's, so that of two players who
   want the same seat the second finds it taken. Asking again changes nothing.
2. The seat must be open (`open_seats`), and the player eligible for it (`eligibility`).
3. The seat's row gets its new holder, and its open question the full time; the former player's plan and wish to pause
   are dropped.
4. The entry `taken_over`, or `returned` if its holder is back and does not ask for a rating, tells everybody. The
   former player learns nothing more: only the holder can read a seat's secrets.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.kinds import EntryKind
from games.lobby import bots, eligibility
from games.models import Entry, Game, Player, Seat
from games.people import reliability
from games.people.suspension import awake
from games.ratings import rating_table, results
from games.table import store
from games.table.play import log_entries, open_seats, seat_changes
from games.table.play.participation import Course
from games.table.play.participation import course as course_of


def take_over(*, player: Player, game_id: str, seat: int, now: datetime, rated: bool = False) -> Game:
    """Sit down at an open seat of a running game.

    Asking again changes nothing; players who take their own seat are back. `rated`: whether the game counts for the
    player's rating, which is final.

    Raises NotFound, Unprocessable (no_such_seat, game_not_rated), Forbidden (not_offered, account_suspended,
    reliability_too_low), Refused (game_not_running, seat_not_open, seat_reserved, has_held_another_seat,
    has_seen_secrets, left_for_good, put_out, out_of_competition).
    """
    with transaction.atomic():
        player = awake(player, now)
        table = running(game_id)
        seat_row = seat_of(table, seat)
        if seat_row.player_id != player.pk or seat_row.status in open_seats.GONE:
            take(table, seat_row, player, now, _agreed(table.game, rated))
    return table.game


def _agreed(game: Game, rated: bool) -> Mapping[str, object]:
    if rated and not results.can_count(game):
        raise Unprocessable("game_not_rated")
    return {"rated": True} if rated else seat_changes.NOTHING


def take(
    table: store.LoadedGame,
    seat: Seat,
    player: Player,
    now: datetime,
    agreed: Mapping[str, object] = seat_changes.NOTHING,
) -> Entry:
    """Give the player the seat, or bring them back to it. Raises what `take_over` raises."""
    course = course_of(store.public_log(table.game))
    if not open_seats.is_open(table.game, seat):
        raise Refused("seat_not_open", seat=seat.number)
    eligibility.refuse_put_out(course, seat.number, player)
    eligibility.refuse_who_knows_another(course, seat.number, player)
    eligibility.refuse_who_left_for_good(course, player)
    eligibility.refuse_who_is_out(table.game, player)
    if seat.player_id == player.pk and not agreed:
        return seat_changes.seated(table, seat, log_entries.common_facts(EntryKind.RETURNED, seat.number, now), [], now)
    bots.refuse_bot(table.game, player)
    bots.refuse_same_hands(_others(table, seat), player)
    comes_back = player.pk == lost_by(course, seat)
    if not comes_back and player.pk != seat.player_id:
        eligibility.refuse_others(table.game, seat.number, player, now)
        reliability.refuse_unreliable(table.game, player, now)
        rating_table.refuse_outside(table.game, [player])
    eligibility.refuse_who_has_looked(table.game, player)
    return seat_changes.hand_over(table, seat, player, now, {**agreed, "came_back": True} if comes_back else agreed)


def _others(table: store.LoadedGame, seat: Seat) -> list[Player]:
    return [other.player for other in table.seats if other.player and other.number != seat.number]


def lost_by(course: Course, seat: Seat) -> str | None:
    """Return the id of the player who had the seat before its stand-in; None if no stand-in has it."""
    if not open_seats.is_stand_in(seat.player):
        return None
    holders = [row[seat.number] for row in course.players.values()]
    return next((player for player in reversed(holders) if player != seat.player_id), None)


def own_seat(game: Game, seats: Iterable[Seat], player: Player) -> Seat:
    """Return the player's seat, including one that a stand-in has taken over. Raises Forbidden("not_in_this_game")."""
    rows = list(seats)
    own = [seat for seat in rows if seat.player_id == player.pk]
    if own:
        return own[0]
    lost = find_lost_seat(course_of(store.public_log(game)), rows, player)
    if lost is None:
        raise Forbidden("not_in_this_game")
    return lost


def find_lost_seat(course: Course, seats: Iterable[Seat], player: Player) -> Seat | None:
    """Return the seat that the player had before its stand-in; None if there is none."""
    return next((seat for seat in seats if lost_by(course, seat) == player.pk), None)


def running(game_id: str) -> store.LoadedGame:
    """Lock and load a running game. Raises NotFound, or Refused if it is not running."""
    try:
        game, seats, turns = store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    if game.status != Game.Status.RUNNING:
        raise Refused("game_not_running", game_status=game.status)
    return store.load(game, seats, turns)


def seat_of(table: store.LoadedGame, number: int) -> Seat:
    """Return the table's seat with this number. Raises Unprocessable("no_such_seat")."""
    if number not in range(table.game.seats_wanted):
        raise Unprocessable("no_such_seat", seats=table.game.seats_wanted)
    return table.seats[number]

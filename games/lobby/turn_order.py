"""The seating order when a game begins (B4), unless chance decides."""

from games.models import Game, Seat


def in_turn_order(game: Game) -> list[Seat]:
    """Return the seats of a table that is about to begin, in the order of joining.

    If the game follows an earlier one, they are in the order of turns.
    """
    joined = list(game.seats.order_by("number"))
    return _continued(game.again_of, joined) if game.order == Game.Order.CONTINUED and game.again_of else joined


def _continued(before: Game, joined: list[Seat]) -> list[Seat]:
    """Return the seats as in the game before, starting with its second player, or the next one present.

    Newcomers come last.
    """
    seats = dict(before.seats.values_list("player_id", "number"))
    last = before.seats_wanted
    return sorted(joined, key=lambda seat: (seats[seat.player_id] - 1) % last if seat.player_id in seats else last)

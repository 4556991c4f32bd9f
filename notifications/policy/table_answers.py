"""Emails to a table's host about those who take a seat, decline or give a seat back before the game begins.

The last seat taken begins the game, which everybody hears of: then nothing else is said.
"""

from datetime import datetime, timedelta
from typing import Final

from games.models import Game, Invitation, Player, Seat
from notifications.models import Notification
from notifications.policy import kinds

MOST: Final = 20
"""Notifications for one table in a day: somebody who joins and leaves again and again fills no mailbox."""
A_DAY: Final = timedelta(days=1)


def of_answer(game: Game, player: Player, now: datetime) -> list[Notification]:
    """Return a notice for the host that this player has answered about an open table; none of the host's own answer.

    Its instant is that of the answer, by which the email finds who it was. Who was invited by an address is known to
    nobody as long as they have no seat.
    """
    if game.status != Game.Status.OPEN or player.pk == game.host_id:
        return []
    kind = kinds.TABLE_ANSWERED.name
    earlier = Notification.objects.filter(game=game, kind=kind, player=game.host_id)
    seats = list(Seat.objects.filter(game=game))
    if len(seats) == game.seats_wanted:
        return []
    seat = next((each for each in seats if each.player_id == player.pk), None)
    invitation = Invitation.objects.filter(game=game, player=player).first()
    is_unknown = seat is None and invitation is not None and invitation.by_address
    if is_unknown or earlier.filter(created_at__gt=now - A_DAY).count() >= MOST:
        return []
    answered_at = seat.joined_at if seat else invitation.answered_at if invitation else None
    if answered_at is None or earlier.filter(created_at=answered_at).exists():
        answered_at = now  # a seat is given back: the answer before was to take it
    return [Notification(kind=kind, player=game.host, game=game, created_at=answered_at)]

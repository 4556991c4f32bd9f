"""The conditions for sitting down at a game that has begun.

Players are refused who know what another seat holds, have left the game for good, were removed from it or are out of
its competition; for a while only the player to whom the host has offered the seat may take it. An owner's knowledge
counts as their bots', and vice versa.
"""

from datetime import datetime

from games.errors import Forbidden, Refused
from games.instants import rfc3339
from games.lobby import club_tables
from games.models import AdminAct, CupEntrant, Game, Invitation, LeagueExit, Player, SeatOffer
from games.people import audit, blocks
from games.people.player_rows import ids_of_owner
from games.table.play.participation import Course


def refuse_who_knows_another(course: Course, seat: int, player: Player) -> None:
    """Raise Refused("has_held_another_seat") for a player who has held another seat, or whose owner or bot has."""
    others = {holder for row in course.players.values() for number, holder in enumerate(row) if number != seat}
    if others & _known_as(course, seat, player):
        raise Refused("has_held_another_seat")


def refuse_who_has_looked(game: Game, player: Player) -> None:
    """Raise Refused("has_seen_secrets") for an admin who has opened the secrets of the game's seats, or their bot."""
    if AdminAct.objects.filter(game=game, by__in=ids_of_owner(player), what__in=audit.TELL_SECRETS).exists():
        raise Refused("has_seen_secrets")


def refuse_put_out(course: Course, seat: int, player: Player) -> None:
    """Raise Refused("put_out") for a player whom an admin has removed and who has not been back since.

    The player's owner and bots are refused too, except one who comes back to their own seat.
    """
    if course.put_out & _known_as(course, seat, player):
        raise Refused("put_out")


def refuse_who_left_for_good(course: Course, player: Player) -> None:
    """Raise Refused("left_for_good") for a player who has resigned from the game (P1)."""
    if player.pk in course.resigned:
        raise Refused("left_for_good")


def _known_as(course: Course, seat: int, player: Player) -> set[str]:
    """Return the ids whose past counts: those of the player, the owner and all bots.

    For a seat that the player held before, it is only the player's own id.
    """
    had_it = any(row[seat] == player.pk for row in course.players.values())
    return {player.pk} if had_it else ids_of_owner(player)


def refuse_who_is_out(game: Game, player: Player) -> None:
    """Raise Refused("out_of_competition") for a player who is out of the game's cup or league.

    They have left the cup or lost their place in the league, so the seat belongs to the stand-in or somebody else for
    good.
    """
    if not game.of_competition:
        return
    out_of_cup = CupEntrant.objects.filter(player=player, left_at__isnull=False, cup__rounds__games__game=game)
    if out_of_cup.exists() or LeagueExit.objects.filter(player=player, place__division__games__game=game).exists():
        raise Refused("out_of_competition")


def refuse_others(game: Game, seat: int, player: Player, now: datetime) -> None:
    """Refuse players for whom the open seat is not meant.

    It may be kept for somebody else or only for invited players, or the host may have blocked them. Raises
    Forbidden("not_offered") or Refused("seat_reserved").
    """
    if blocks.has_blocked(game.host, player) or club_tables.is_closed_to(player, game):
        raise Forbidden("not_offered")
    offer = SeatOffer.objects.filter(game=game, seat=seat, closed_at=None).first()
    if offer is not None and offer.player_id == player.pk:
        return
    if not ((game.public and game.access == Game.Access.OPEN) or club_tables.can_join(player, game)):
        raise Forbidden("not_offered")
    if offer is not None and offer.reserved_until > now:
        raise Refused("seat_reserved", until=rfc3339(offer.reserved_until))


def refuse_uninvited(game: Game, player: Player) -> None:
    """Raise Forbidden("not_invited") for a player who may not join.

    A player whom the host has blocked gets the same answer as anyone who was not invited.
    """
    match game.access:
        case Game.Access.INVITATION:
            is_welcome = Invitation.objects.filter(game=game, player=player).exists()
        case Game.Access.CLUB:
            is_welcome = club_tables.can_join(player, game)
        case _:
            is_welcome = True
    if not is_welcome or blocks.has_blocked(game.host, player):
        raise Forbidden("not_invited")

"""Starting the games that a competition has promised.

1. The caller begins a transaction and locks the players (`lock_players`) before any row of its competition, which is
   the order in which everyone takes these locks.
2. It locks its own rows, and decides who plays: players who cannot are replaced, or None for a stand-in.
3. `start` creates the game that the row promises, and starts it. If the row already has a game, that is returned, and
   nothing else is done: a sweep that runs twice creates no second game.

Nobody is asked: entering a competition means agreeing to its games, its opponents and its clock. So blocks, demands
of reliability and limits of a host don't count here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from django.db.models import Q

from games.lobby import lobby, stand_in_seats
from games.lobby.lobby import Wishes
from games.models import Fixture, Game, Player, Seat
from games.people.suspension import is_suspended
from games.table import store

F = TypeVar("F", bound=Fixture)


def lock_players(ids: Iterable[str], now: datetime) -> dict[str, Player]:
    """Lock those of the players who can be seated now, and return them by id: nobody is erased while being seated.

    Players who are inactive, suspended or guests are left out. Call it in a transaction, before locking anything else.
    """
    locked = Player.objects.select_for_update(no_key=True).filter(pk__in=set(ids), is_active=True).order_by("pk")
    return {player.pk: player for player in locked if can_play(player, now)}


def can_play(player: Player, now: datetime) -> bool:
    """Check whether a competition can seat the player."""
    return player.is_active and player.kind in Player.PEOPLE and not is_suspended(player, now)


def can_play_now(player: str, now: datetime) -> Q:
    """Return a condition on rows whose player can be seated; `player` is the lookup prefix, as "player__"."""
    suspended = Q(**{f"{player}suspended_until__gt": now})
    return Q(**{f"{player}is_active": True, f"{player}kind__in": Player.PEOPLE}) & ~suspended


def start(*, fixture: F, host: Player, wishes: Wishes, players: Sequence[Player | None], now: datetime) -> Game:
    """Start the promised game, with these players in the order of turns; None is a seat for a stand-in.

    The competition overrides the seats, the order and the admission in `wishes`. The fixture's row is locked here; the
    players must be locked. Call it in a transaction. Raises Unprocessable for settings that cannot be played.
    """
    promised = type(fixture)._default_manager.select_for_update(no_key=True, of=("self",)).get(pk=fixture.pk)
    existing: Game | None = promised.game
    if existing is not None:
        return existing
    game = _open_game(host, wishes, players, now)
    lobby.start(game, now)
    promised.game = fixture.game = game
    promised.save(update_fields=["game"])
    return game


def _open_game(host: Player, wishes: Wishes, players: Sequence[Player | None], now: datetime) -> Game:
    table = replace(wishes, seats=len(players), order=Game.Order.PAIRED, access=Game.Access.INVITATION)
    game = lobby.wished_for(host, table, now)
    secret = store.new_seed(game)
    game.save(force_insert=True)
    secret.save(force_insert=True)
    for number, player in enumerate(players):
        Seat.objects.create(game=game, number=number, player=player or stand_in_seats.hired(game), joined_at=now)
    return game

"""Creating many games at once from a list of pairings: all of them, or none.

The host of a list sits only where the list says so. Everyone else is invited as usual, so that blocks, the limits of
hosts and the policies of bots apply. A dry run does the same, and then rolls everything back.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple

from django.db import transaction

from games import refusals, signals
from games.errors import NotFound, Refused, Unprocessable
from games.lobby import bots, challenges, lobby, open_games
from games.lobby.lobby import Wishes
from games.models import Game, GameList, Player, Seat
from games.people import player_rows, reliability
from games.table import store

MOST_ROWS: Final = 50


class Pairing(NamedTuple):
    """A game of a list: the names of all its players, and its name."""

    players: Sequence[str]
    name: str = ""


class TriedPairing(NamedTuple):
    """The outcome of a row: a game, or the reason for its absence."""

    pairing: Pairing
    game: Game | None
    refusal: Refused | None


def try_out(*, host: Player, wishes: Wishes, pairings: Sequence[Pairing], now: datetime) -> list[TriedPairing]:
    """Return what `make` would do with each row; nothing changes.

    The rows override the seats and the name in `wishes`. Raises Forbidden for a host who is suspended or a guest, and
    Unprocessable for an invalid clock.
    """
    with transaction.atomic():
        outcomes = _each(host, wishes, pairings, now)
        transaction.set_rollback(True)
    return outcomes


def make(*, host: Player, wishes: Wishes, pairings: Sequence[Pairing], now: datetime) -> GameList:
    """Open all these games and invite their players.

    Raises Unprocessable("list_refused") with what is wrong in each row, and what `try_out` raises.
    """
    digest = sha256(repr((wishes, pairings)).encode()).hexdigest()
    with transaction.atomic():
        _lock(host, pairings)
        outcomes = _each(host, wishes, pairings, now)
        _refuse_mistakes(outcomes)
        games = [outcome.game.pk for outcome in outcomes if outcome.game]
        return GameList.objects.create(host=host, games=games, request_digest=digest, created_at=now)


def of_host(host: Player, list_id: str) -> GameList:
    """Return the host's own list. Raises NotFound, also for anyone else."""
    game_list = GameList.objects.filter(host=host, pk=list_id).first()
    if game_list is None:
        raise NotFound("no_such_list")
    return game_list


def _lock(host: Player, pairings: Sequence[Pairing]) -> list[Player]:
    """Lock the host and all bots of the list, in the order of their ids, before any game."""
    players = list(player_rows.with_names({name for pairing in pairings for name in pairing.players}))
    challenges.lock(host, players)
    return players


def _each(host: Player, wishes: Wishes, pairings: Sequence[Pairing], now: datetime) -> list[TriedPairing]:
    wishes.terms()
    host = challenges.locked(host, _lock(host, pairings), now)
    return [_outcome(host, wishes, pairing, now) for pairing in pairings]


def _outcome(host: Player, wishes: Wishes, pairing: Pairing, now: datetime) -> TriedPairing:
    try:
        with transaction.atomic():
            return TriedPairing(pairing, _open_table(host, wishes, pairing, now), None)
    except Refused as refusal:
        return TriedPairing(pairing, None, refusal)


def _open_table(host: Player, wishes: Wishes, pairing: Pairing, now: datetime) -> Game:
    """Open the table of one row and invite everyone to it. The host's row must be locked."""
    players = player_rows.find_players(pairing.players)
    _refuse_impossible(host, wishes, players, now)
    table = replace(wishes, seats=len(players), name=pairing.name, access=Game.Access.INVITATION)
    game = lobby.wished_for(host, table, now)
    bots.refuse_bot(game, host)
    secret = store.new_seed(game)
    game.save(force_insert=True)
    secret.save(force_insert=True)
    if host in players:
        reliability.refuse_unreliable(game, host, now)
        Seat.objects.create(game=game, number=0, player=host, joined_at=now)
    signals.game_changed.send(sender=Game, game=game, what="created", player=host)
    return lobby.invite(
        host=host, game_id=game.pk, names=[player.name for player in players if player != host], now=now
    )


def _refuse_impossible(host: Player, wishes: Wishes, players: Sequence[Player], now: datetime) -> None:
    """Raise Unprocessable (listed_twice, private_without_host), Refused("too_many_open_games")."""
    player, times = Counter(players).most_common(1)[0]
    if times > 1:
        raise Unprocessable("listed_twice", name=player.name)
    if not wishes.public and host not in players:
        raise Unprocessable("private_without_host")
    open_games.refuse_too_many(host, now)


def _refuse_mistakes(outcomes: Sequence[TriedPairing]) -> None:
    wrong = [(row, outcome.refusal) for row, outcome in enumerate(outcomes) if outcome.refusal]
    if wrong:
        raise Unprocessable("list_refused", errors=[_mistake(row, refusal) for row, refusal in wrong])


def _mistake(row: int, refusal: Refused) -> dict[str, object]:
    problem = refusals.explained(refusal)
    return {
        **refusal.detail,
        "pointer": f"#/games/{row}",
        "code": problem.code,
        "detail": problem.detail or problem.title,
    }

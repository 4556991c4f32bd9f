"""The join link of a table that has not started: anyone who has it can take a free seat, invited or not.

1. The host makes it, and passes it on by any messenger; a new one takes the place of the old one, and it can be taken
   back. A row stands behind it, so that it ends at once.
2. Anyone who opens it sees the table. To sit down takes an account: a newcomer gives name and address on the same page,
   and gets the seat when the code comes back (`games.people.accounts`, which hands the link's key on).
3. It stands in for an invitation and nothing else: you must still meet the game's conditions, and there must be a free
   seat. Once the game has begun it opens nothing.
"""

from datetime import datetime
from typing import Final

from django.core.signing import BadSignature
from django.db import transaction

from games import signed_links
from games.errors import NotFound
from games.lobby import lobby
from games.models import Game, Invitation, JoinLink, Player
from games.people.suspension import awake
from games.signed_links import LinkKind, new_kind

JOIN: Final = LinkKind("join-by-link", frozenset({"join"}), None, new_kind)
"""Its row says whether it is still good."""


def make(*, host: Player, game_id: str, now: datetime) -> JoinLink:
    """Make a new link to the table; the old one stops working.

    Raises NotFound, Forbidden for anyone but the host, Refused("game_not_open").
    """
    with transaction.atomic():
        host = awake(host, now)
        game = lobby.open_game(game_id)
        lobby.refuse_stranger(game, host)
        JoinLink.objects.filter(game=game).delete()
        return JoinLink.objects.create(game=game, made_at=now)


def take_back(*, host: Player, game_id: str) -> None:
    """End the link; without one, nothing happens. Raises what `make` raises."""
    with transaction.atomic():
        game = lobby.open_game(game_id)
        lobby.refuse_stranger(game, host)
        JoinLink.objects.filter(game=game).delete()


def working_link(game: Game) -> JoinLink | None:
    """Return the link to the table, while it works."""
    return JoinLink.objects.filter(game=game).first() if game.status == Game.Status.OPEN else None


def address(link: JoinLink) -> str:
    """Return the address that the host passes on."""
    return signed_links.address_of(token(link), JOIN)


def token(link: JoinLink) -> str:
    """Return what the link's address ends with."""
    return signed_links.sign_row(JOIN, link.pk)


def read(token: str) -> JoinLink | None:
    """Return the link with this token; its game may have begun, or been called off.

    None if it was taken back, or never made.
    """
    try:
        key = signed_links.read_row(JOIN, token)
    except BadSignature:
        return None
    return JoinLink.objects.select_related("game__host").filter(pk=key).first()


def join(*, player: Player, link: str, now: datetime, contribution: str = "") -> Game:
    """Take a free seat by the link with this key. Does nothing for a player who has a seat already.

    Raises NotFound("link_over"), Refused("game_not_open"), and what `lobby.join_game` does.
    """
    with transaction.atomic():
        player = awake(player, now)
        row = JoinLink.objects.filter(pk=link).first()
        if row is None:
            raise NotFound("link_over")
        game = lobby.open_game(row.game_id)
        if not JoinLink.objects.filter(pk=link).exists():  # while the game was waited for
            raise NotFound("link_over")
        if game.seats.filter(player=player).exists():
            return game
        defaults = {"invited_by": game.host, "created_at": now, "answered_at": now}
        Invitation.objects.get_or_create(game=game, player=player, defaults=defaults)
        return lobby.join_game(player=player, game_id=game.pk, now=now, contribution=contribution)

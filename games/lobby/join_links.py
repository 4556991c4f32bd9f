"""Join links of tables that have not started, by which anyone who has the link can take a free seat, invited or not.

1. The host creates a link and passes it on by any messenger; a new link replaces the old one, and it can be revoked. It
   has a row, so that it ends at once.
2. Anyone who opens it sees the table. Sitting down takes an account: a newcomer enters name and address on the same
   page, and gets the seat when the code is entered (`games.people.accounts`, which passes on the link's key).
3. It replaces an invitation and nothing else: you must still meet the game's conditions, and there must be a free seat.
   Once the game has begun it opens nothing.
"""

from datetime import datetime
from typing import Final

from django.core.signing import BadSignature
from django.db import transaction

from games import signed_links
from games.errors import NotFound
from games.lobby import club_tables, lobby, table_locks
from games.models import Game, Invitation, JoinLink, Player
from games.people.suspension import awake
from games.signed_links import LinkKind, new_kind

JOIN: Final = LinkKind("join-by-link", frozenset({"join"}), None, new_kind)
"""The kind of a join link, whose row says whether it still works."""


def make(*, host: Player, game_id: str, now: datetime) -> JoinLink:
    """Create a new link to the table; the old link stops working.

    Raises NotFound, Forbidden for anyone but the host, Refused (game_not_open, for_members_only).
    """
    with transaction.atomic():
        host = awake(host, now)
        game = table_locks.lock_open_game(game_id)
        table_locks.refuse_stranger(game, host)
        club_tables.refuse_open_door(game)
        JoinLink.objects.filter(game=game).delete()
        return JoinLink.objects.create(game=game, made_at=now)


def take_back(*, host: Player, game_id: str) -> None:
    """Revoke the link, if there is one. Raises what `make` raises."""
    with transaction.atomic():
        game = table_locks.lock_open_game(game_id)
        table_locks.refuse_stranger(game, host)
        JoinLink.objects.filter(game=game).delete()


def working_link(game: Game) -> JoinLink | None:
    """Return the link to the table if it works, else None."""
    return JoinLink.objects.filter(game=game).first() if game.status == Game.Status.OPEN else None


def address(link: JoinLink) -> str:
    """Return the URL of the link, which the host passes on."""
    return signed_links.address_of(token(link), JOIN)


def token(link: JoinLink) -> str:
    """Return the token at the end of the link's URL."""
    return signed_links.sign_row(JOIN, link.pk)


def read(token: str) -> JoinLink | None:
    """Return the link with this token; its game may have begun, or been called off.

    Return None if it was revoked or never created.
    """
    try:
        key = signed_links.read_row(JOIN, token)
    except BadSignature:
        return None
    return JoinLink.objects.select_related("game__host").filter(pk=key).first()


def join(*, player: Player, link: str, now: datetime, contribution: str = "") -> Game:
    """Take a free seat by the link with this key. Does nothing for a player who has a seat, even after the start.

    Raises NotFound("link_over"), Refused("game_not_open"), and what `lobby.join_game` does.
    """
    with transaction.atomic():
        player = awake(player, now)
        row = JoinLink.objects.filter(pk=link).first()
        if row is None:
            raise NotFound("link_over")
        game = table_locks.lock_game(row.game_id)
        if not JoinLink.objects.filter(pk=link).exists():  # while this waited for the game's lock
            raise NotFound("link_over")
        if game.seats.filter(player=player).exists():
            return game
        table_locks.refuse_begun(game)
        defaults = {"invited_by": game.host, "created_at": now, "answered_at": now}
        Invitation.objects.get_or_create(game=game, player=player, defaults=defaults)
        return lobby.join_game(player=player, game_id=game.pk, now=now, contribution=contribution)

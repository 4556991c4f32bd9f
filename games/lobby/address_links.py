"""The link in a stranger's invitation email, by which the reader can view the table, sit down under a name or decline.

Only the reader of the address has the link, so it proves, once, what a code would prove. It seats one person, with a
new name or with an account. Once the game has begun it opens nothing.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.core.signing import BadSignature
from django.db import transaction

from games import signed_links
from games.errors import NotFound
from games.lobby import by_address, lobby, table_locks
from games.models import AddressInvitation, Game, Invitation, Player, Seat
from games.people import accounts
from games.people.player_rows import with_address
from games.people.suspension import awake


class OpenedInvitation(NamedTuple):
    """An invitation, and the address to which it was sent."""

    invitation: AddressInvitation
    address: str


def read(token: str) -> OpenedInvitation | None:
    """Return the link's invitation (its game may have begun); None if it isn't ours or the invitation is gone."""
    key_and_address = by_address.read(token)
    if key_and_address is None:
        return None
    key, address = key_and_address
    row = AddressInvitation.objects.select_related("game__host").filter(pk=key).first()
    return OpenedInvitation(row, address) if row else None


def is_of_stranger(opened: OpenedInvitation) -> bool:
    """Check whether the link's reader can still sign up: nobody has answered, and no account has this address."""
    return opened.invitation.answered_at is None and with_address(opened.address) is None


def sign_up(*, opened: OpenedInvitation, name: str, facts: Mapping[str, object], now: datetime) -> Player:
    """Create a player with this name and the link's address, invited to its table.

    `facts`: time_zone, language, kind, habits.

    The account is created before its player sits down, so that it stays even if somebody else takes the seat first.

    Raises NotFound("link_over") if somebody has answered, Refused("name_taken" or "address_taken"),
    Forbidden("sign_up_closed" or "invitation_needed").
    """
    with transaction.atomic():
        invitation = _lock_unanswered(opened)
        player = accounts.welcome(address=opened.address, name=name, facts=facts, now=now)
        _answer(invitation, opened, now)
        return player


def join(*, opened: OpenedInvitation, player: Player, now: datetime, contribution: str = "") -> Game:
    """Take a free seat by the link, with any account. Does nothing for a player who has a seat, even after the start.

    Raises NotFound("link_over") if somebody else has answered, Refused("game_not_open"), and what `lobby.join_game`
    does.
    """
    game_id = opened.invitation.game_id
    with transaction.atomic():
        player = awake(player, now)
        if not _is_expected(player, game_id):
            row = _lock_unanswered(opened)
            table_locks.lock_open_game(game_id)
            defaults = {"invited_by_id": row.invited_by_id, "created_at": now, "by_address": True}
            Invitation.objects.get_or_create(game_id=game_id, player=player, defaults=defaults)
            _answer(row, opened, now)
        return lobby.join_game(player=player, game_id=game_id, now=now, contribution=contribution)


def _is_expected(player: Player, game_id: str) -> bool:
    """Check whether the player is invited already, or has a seat, and so needs no link."""
    own = {"game": game_id, "player": player}
    return Invitation.objects.filter(**own).exists() or Seat.objects.filter(**own).exists()


def decline(*, opened: OpenedInvitation, now: datetime) -> None:
    """Decline the invitation. Declining again, or after accepting, changes nothing."""
    with transaction.atomic():
        try:
            _answer(_lock_unanswered(opened), opened, now)
        except NotFound:
            return


def _lock_unanswered(opened: OpenedInvitation) -> AddressInvitation:
    """Lock and return the invitation's row; lock the game, if needed, after this. Raises NotFound("link_over")."""
    rows = AddressInvitation.objects.select_for_update(no_key=True)
    row = rows.filter(pk=opened.invitation.pk, answered_at=None).first()
    if row is None:
        raise NotFound("link_over")
    return row


def _answer(row: AddressInvitation, opened: OpenedInvitation, now: datetime) -> None:
    AddressInvitation.objects.filter(pk=row.pk).update(answered_at=now)
    by_address.answered(by_address.hashes(opened.address))


def stop(*, token: str, now: datetime) -> bool:
    """Stop all such emails to this address; return whether the link is one of ours."""
    if not is_stop(token):
        return False
    with transaction.atomic():
        by_address.stop(signed_links.read_row(by_address.NEVER, token), now)
    return True


def is_stop(token: str) -> bool:
    """Check whether the link is one of ours."""
    try:
        signed_links.read_row(by_address.NEVER, token)
    except BadSignature:
        return False
    return True

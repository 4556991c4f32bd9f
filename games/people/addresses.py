"""Changing a player's address. Anyone who reads its mail controls the account, so a request alone is not enough.

1. The new and the old address both agree: a code is mailed to each. Neither code gives a token.
2. If the old mailbox is gone: a player who asked with the whole account (every scope that players have, or a browser
   that is signed in) waits. The change is made `WAIT` after the new address has agreed. The old address is told at
   once, with a link that stops the change; anyone who has the account can stop it, too. Staff cannot change their
   address this way: it protects more than a token or a code by mail can grant.
3. Or an admin agrees instead of the old address: on record, with a reason.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.core.signing import BadSignature
from django.db import transaction

from games import email_addresses, instants, signed_links
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import AddressChange, MailedCode, Player
from games.people import audit, codes, rights
from games.people.codes import mail_code
from games.people.player_rows import saved, still_here
from games.people.suspension import refuse_guest
from games.signals import account_mail
from games.signed_links import LinkKind, new_kind

Purpose: Final = MailedCode.Purpose
WAIT: Final = timedelta(days=7)
RIGHT: Final = "change_player"
ADDRESS_CHANGED: Final = "address_changed"
BY_ADMIN_LASTS: Final = timedelta(days=3)
"""How long a code that an admin has sent is valid."""

STOP: Final = LinkKind("stop-address", frozenset({"stop"}), WAIT, new_kind)
"""The link in the mail to the old address: it stops the change as long as the change is pending."""


class RequestedChange(NamedTuple):
    """A change of address and the two codes that were mailed for it."""

    change: AddressChange
    to_new: MailedCode
    to_old: MailedCode


@transaction.atomic
def ask(*, player: Player, address: str, whole: bool, now: datetime) -> RequestedChange:
    """Email a code to the new address and one to the old. `whole`: whether the request comes with the whole account.

    It replaces an earlier request. Raises Refused("too_many_codes" or "nothing_changes"),
    Forbidden("address_needed") for a guest, who has none to change.
    """
    refuse_guest(player)
    old, address = player.email or "", email_addresses.normalize(address)
    codes.take_turns(player.pk, address, old)
    player = still_here(player)
    can_wait = whole and not (player.is_staff or player.is_superuser)
    change = _begin(player, address, can_wait, now)
    to_new = _mail(change, player, Purpose.NEW_ADDRESS, "email_confirmation", now)
    to_old = _mail(change, player, Purpose.OLD_ADDRESS, "address_leaves", now)
    return RequestedChange(change, to_new, to_old)


@transaction.atomic
def ask_as_admin(*, admin: Player, player_id: str, address: str, reason: str, now: datetime) -> AddressChange:
    """Agree on behalf of the old address; the new one must still agree, by the code that is mailed to it.

    Raises Forbidden (right_missing, not_yourself, player_is_admin), NotFound("no_such_player"),
    Unprocessable("reason_missing"), Refused("too_many_codes" or "nothing_changes").
    """
    rights.check(admin, RIGHT)
    if not reason.strip():
        raise Unprocessable("reason_missing")
    address = email_addresses.normalize(address)
    codes.take_turns(admin.pk, address)
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id, is_active=True, erased_at=None).first()
    if player is None:
        raise NotFound("no_such_player", names=[player_id])
    if player.pk == admin.pk:
        raise Forbidden("not_yourself")
    if (player.is_staff or player.is_superuser) and not admin.is_superuser:
        raise Forbidden("player_is_admin")
    change = _begin(player, address, False, now)
    change.old_at = now
    change.save()
    _mail(change, player, Purpose.NEW_ADDRESS, "address_by_admin", now, asked_by=admin.pk, valid_for=BY_ADMIN_LASTS)
    audit.note(admin, ADDRESS_CHANGED, now, player=player, reason=reason.strip())
    return change


def pending_change(player: Player) -> AddressChange | None:
    """Return the change of address that is pending, if any."""
    return AddressChange.objects.filter(player=player).first()


@transaction.atomic
def stop(*, player: Player) -> bool:
    """Cancel the pending change; return whether there was one."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # so that nobody agrees to it at the same time
    stopped, _ = AddressChange.objects.filter(player=player).delete()
    return bool(stopped)


def stopped_by(token: str) -> AddressChange | None:
    """Return the change that the link in the mail to the old address would stop, if it is still pending."""
    try:
        key = signed_links.read_row(STOP, token)
    except BadSignature:
        return None
    return AddressChange.objects.select_related("player").filter(pk=key).first()


def agree(code: MailedCode, player: Player, now: datetime) -> None:
    """Confirm a change of address for the old or the new one; once both have confirmed, the change is made.

    The player's row is locked. Raises Refused("wrong_code") if another change has been requested since, and
    Refused("address_taken").
    """
    change = AddressChange.objects.filter(pk=code.facts.get("change"), player=player).first()
    if change is None:
        raise Refused("wrong_code")
    key = email_addresses.comparison_key(change.address)
    if Player.objects.filter(email_key=key).exclude(pk=player.pk).exists():
        raise Refused("address_taken")
    if code.purpose == Purpose.OLD_ADDRESS:
        change.old_at = now
    else:
        change.new_at = now
    if change.new_at and change.old_at:
        _carry_out(change, player)
        return
    if change.new_at and change.can_wait:
        change.holds_at = change.holds_at or now + WAIT
        until = instants.in_utc(change.holds_at)
        _tell(player.email, player, "address_waits", until=until, stop=_stop_link(change))
    change.save()


def settle_due(*, now: datetime) -> int:
    """Make the changes that have waited long enough; return their number."""
    due = AddressChange.objects.filter(holds_at__lte=now).values_list("pk", "player_id")
    return sum(_settle(key, player_id, now) for key, player_id in due)


@transaction.atomic
def _settle(key: str, player_id: str, now: datetime) -> bool:
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    change = AddressChange.objects.filter(pk=key, holds_at__lte=now).first()
    if change is None:
        return False
    if not player.is_active or player.is_staff or player.is_superuser:
        change.delete()
        return False
    try:
        _carry_out(change, player)
    except Refused:
        change.delete()
        return False
    return True


def _begin(player: Player, address: str, can_wait: bool, now: datetime) -> AddressChange:
    if email_addresses.comparison_key(address) == player.email_key:
        raise Refused("nothing_changes")
    AddressChange.objects.filter(player=player).delete()
    return AddressChange.objects.create(player=player, address=address, asked_at=now, can_wait=can_wait)


def _mail(
    change: AddressChange,
    player: Player,
    purpose: MailedCode.Purpose,
    template: str,
    now: datetime,
    *,
    asked_by: str = "",
    valid_for: timedelta = codes.VALID_FOR,
) -> MailedCode:
    return mail_code(
        address=(player.email or "") if purpose == Purpose.OLD_ADDRESS else change.address,
        purpose=purpose,
        template=f"account/email/{template}",
        asked_by=asked_by or player.pk,
        now=now,
        player=player,
        facts={"change": change.pk},
        language=player.language,
        valid_for=valid_for,
    )


def _carry_out(change: AddressChange, player: Player) -> None:
    """Set the new address. The old one is told, and the codes that were mailed to it are void."""
    old, player.email = player.email, change.address
    player.email_key = email_addresses.comparison_key(change.address)
    saved(player)
    change.delete()
    MailedCode.objects.filter(player=player, used_at=None).delete()
    _tell(old, player, "email_changed")


def _tell(address: str | None, player: Player, template: str, **more: str) -> None:
    if address:
        context = {"name": player.name, "language": player.language, **more}
        template = f"account/email/{template}"
        account_mail.send(sender=Player, address=address, player=player, template=template, context=context)


def _stop_link(change: AddressChange) -> str:
    return signed_links.address_of(signed_links.sign_row(STOP, change.pk), STOP)

"""How people sign up, sign in, change their profile and leave: one door, for programs and browsers.

Nobody has a password here: a code that comes back from an address is the proof. So a player's address is always a
verified one, and an address nobody has verified belongs to nobody. Whether an address has an account is never told to
anybody but its reader: the answers and the work are the same.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db import transaction

from games import email_addresses
from games.errors import Forbidden, Refused
from games.models import MailedCode, Player
from games.people import addresses, admission, codes, guests, mentions
from games.people.codes import mail_code
from games.people.player_rows import check_name_free, lock_with_bots, saved, still_here, with_address
from games.people.privacy import erase_player
from games.people.suspension import refuse_guest
from games.signals import habits_changed, player_arrived
from games.table.clocks import mapping

Purpose: Final = MailedCode.Purpose
Door: Final = MailedCode.Door
SIGNS_IN: Final = (Purpose.SIGN_UP, Purpose.SIGN_IN, Purpose.KEEP)
"""Sending back one of these codes signs you in."""
JOIN_LINK: Final = "join_link"
"""Among a code's facts."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
PLAIN: Final = frozenset({"name", "time_zone", "language"})
CLOCK: Final = frozenset({"time_zone", "quiet_hours", "days_off"})
"""What a player's clock goes by."""


class Confirmed(NamedTuple):
    """What a code that came back was for, and whose account it was about.

    `join_link`: by which link the player wants to sit down at a table, if the code was asked for there.
    """

    purpose: MailedCode.Purpose
    player: Player
    join_link: str = ""


def sign_up(
    *,
    address: str,
    name: str,
    facts: Mapping[str, str],
    asked_by: str,
    now: datetime,
    invitation: str = "",
    join_link: str = "",
) -> MailedCode:
    """Email a code that makes a player of this name when it comes back. `facts`: time_zone, language, kind.

    `asked_by` is the network that asks. Anyone who has an account already gets a code to sign in instead. Once the code
    is back, `confirm` hands on the `join_link` at which it was asked for.

    Raises Forbidden("sign_up_closed", "invitation_needed" or "bots_have_owners"), Refused("name_taken" or
    "too_many_codes").
    """
    if facts.get("kind") == Player.Kind.BOT:
        raise Forbidden("bots_have_owners")
    admission.check(invitation, now)
    check_name_free(name)
    address = email_addresses.normalize(address)
    wish = {JOIN_LINK: join_link} if join_link else {}
    if player := with_address(address):
        return _mail(player, Purpose.SIGN_IN, "account_already_exists", asked_by, now, Door.SIGN_UP, wish)
    return mail_code(
        address=address,
        purpose=Purpose.SIGN_UP,
        door=Door.SIGN_UP,
        template="account/email/email_confirmation_signup",
        asked_by=asked_by,
        facts={"name": name, "invitation": invitation, **facts, **wish},
        language=facts["language"],
        now=now,
    )


def sign_in(*, address: str, asked_by: str, now: datetime) -> MailedCode:
    """Email a code to sign in with, or the news that there is no account. Raises Refused("too_many_codes")."""
    address = email_addresses.normalize(address)
    if player := with_address(address):
        return _mail(player, Purpose.SIGN_IN, "login_code", asked_by, now)
    template = "account/email/unknown_account"
    return mail_code(address=address, purpose=Purpose.NOTHING, template=template, asked_by=asked_by, now=now)


def ask_to_erase(*, player: Player, now: datetime) -> MailedCode:
    """Email a code that erases the account when it comes back, so that no stray token can.

    Raises Refused("too_many_codes"), Forbidden("address_needed") for a guest, who is erased after a day anyway.
    """
    refuse_guest(player)
    return _mail(player, Purpose.ERASE, "erase_account", player.pk, now)


def ask_for_proof(*, player: Player, now: datetime) -> MailedCode:
    """Email a code that proves that the browser's user owns the account.

    It opens nothing else, and no link does the same. Raises Refused("too_many_codes"), Forbidden("address_needed") for
    a guest.
    """
    refuse_guest(player)
    return _mail(player, Purpose.PROOF, "proof", player.pk, now)


def prove(*, player: Player, confirmation: str, typed: str, now: datetime) -> None:
    """Take the code of `ask_for_proof`. Raises Refused("wrong_code"), after it has counted the attempt."""
    proof_codes = MailedCode.objects.filter(pk=confirmation, player=player, purpose=Purpose.PROOF)
    if not proof_codes.exists() or codes.find(confirmation, typed) != confirmation:
        raise Refused("wrong_code")
    confirm(confirmation=confirmation, typed=typed, now=now)


def confirm(*, confirmation: str, typed: str, now: datetime) -> Confirmed:
    """Do what the code was mailed for. `typed` is the code or, without a confirmation, the link in the mail.

    Where it cannot be done now, the code is as good as before. Raises Refused("wrong_code"), after it has counted the
    attempt; Refused("name_taken" or "address_taken"); Forbidden("sign_up_closed" or "invitation_needed").
    """
    key = codes.find(confirmation, typed)
    with transaction.atomic():
        code = _lock_code(key, now)
        if code is not None and codes.match(code, typed):
            code.used_at = now
            code.save(update_fields=["used_at"])
            return Confirmed(Purpose(code.purpose), _carry_out(code, now), code.facts.get(JOIN_LINK, ""))
    raise Refused("wrong_code")


def behind(link: str, now: datetime) -> MailedCode | None:
    """Return what a link in an email would do, if it still does anything."""
    try:
        key = codes.find("", link)
    except Refused:
        return None
    useful = codes.open_codes(now).exclude(purpose__in=[Purpose.PROOF, Purpose.NOTHING, Purpose.KEEP])
    return useful.select_related("player").filter(pk=key).first()


def _lock_code(key: str, now: datetime) -> MailedCode | None:
    """Return the code's row, after its player's: an erasure locks the player, then deletes what codes there are."""
    player_id = MailedCode.objects.filter(pk=key).values_list("player_id", flat=True).first()
    if player_id is not None:
        lock_with_bots(player_id)
    return codes.open_codes(now).select_for_update().filter(pk=key).first()


def _carry_out(code: MailedCode, now: datetime) -> Player:
    if code.purpose == Purpose.SIGN_UP:
        return _create(code, now)
    player = code.player
    if player is None or not player.is_active:
        raise Refused("wrong_code")
    if code.purpose in {Purpose.NEW_ADDRESS, Purpose.OLD_ADDRESS}:
        addresses.agree(code, player, now)
    if code.purpose == Purpose.KEEP:
        return _arrived(guests.settle(player, code), now)
    if code.purpose == Purpose.ERASE:
        erase_player(player=player, now=now)
    return player


def change_profile(*, player: Player, changes: Mapping[str, object], now: datetime) -> Player:
    """Set name, time_zone, language; quiet_hours and days_off, by which open turns are due later from now on.

    Raises Refused("name_taken"), Forbidden("forbidden") for anyone gone, Forbidden("address_needed") for a guest who
    wants another name, Unprocessable for habits that are too much.
    """
    with transaction.atomic():
        player = still_here(player)
        player.habits = mapping.changed_habits(player, changes)
        before = player.name
        for field in PLAIN.intersection(changes):
            setattr(player, field, changes[field])
        if player.name != before:
            refuse_guest(player)
            check_name_free(player.name, but=player)
            mentions.remember(player, before, now)
        player = saved(player)
    if CLOCK.intersection(changes):
        habits_changed.send(sender=Player, player=player, now=now)
    return player


def _mail(
    player: Player,
    purpose: MailedCode.Purpose,
    template: str,
    asked_by: str,
    now: datetime,
    door: MailedCode.Door = Door.ACCOUNT,
    facts: Mapping[str, str] = NOTHING,
) -> MailedCode:
    """Email a code to the player's address as the account has it, not as somebody has typed it now."""
    return mail_code(
        address=player.email or "",
        purpose=purpose,
        door=door,
        template=f"account/email/{template}",
        asked_by=asked_by,
        player=player,
        facts=facts,
        language=player.language,
        now=now,
    )


def _create(code: MailedCode, now: datetime) -> Player:
    """Return the player of a sign-up; the one there is, when two sign-ups of one address both came back."""
    address = email_addresses.as_mailed_before(code.address)
    if player := with_address(address):
        return player
    facts = dict(code.facts)
    facts.pop(JOIN_LINK, None)
    admission.use(facts.pop("invitation", ""))
    return _arrived(_create_player(address, facts, now), now)


@transaction.atomic
def welcome(*, address: str, name: str, facts: Mapping[str, str], now: datetime) -> Player:
    """Make a new player whose address is known to be so, since a link was opened that was only sent there.

    Raises Forbidden("sign_up_closed" or "invitation_needed"), Refused("name_taken" or "address_taken").
    """
    admission.use("")
    check_name_free(name)
    return _arrived(_create_player(address, {"name": name, **facts}, now), now)


def _create_player(address: str, facts: Mapping[str, str], now: datetime) -> Player:
    player = Player(email=address, date_joined=now, **facts)
    player.set_unusable_password()
    return saved(player)


def _arrived(player: Player, now: datetime) -> Player:
    player_arrived.send(sender=Player, player=player, now=now)
    return player

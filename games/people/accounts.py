"""Signing up, signing in, changing a profile and leaving, for programs and browsers alike.

Nobody has a password here: typing back an emailed code is the proof. So a player's address is always verified, and an
address that nobody has verified belongs to nobody. Only the reader of an address learns whether it has an account: the
answers and the work are the same in both cases.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple, cast

from django.db import transaction

from engine.codec import Json
from games import email_addresses
from games.errors import Forbidden, Refused
from games.models import MailedCode, Player
from games.people import addresses, admission, codes, guests, mentions
from games.people.codes import mail_code
from games.people.player_rows import check_name_free, lock_with_bots, saved, still_here, with_address
from games.people.privacy import erase_player
from games.people.suspension import refuse_guest, refuse_muted
from games.signals import habits_changed, player_arrived
from games.table.clocks import mapping

Purpose: Final = MailedCode.Purpose
Door: Final = MailedCode.Door
SIGNS_IN: Final = (Purpose.SIGN_UP, Purpose.SIGN_IN, Purpose.KEEP)
"""Sending back one of these codes signs you in."""
JOIN_LINK: Final = "join_link"
"""The key under which a code's `facts` keep the join link."""
NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
PLAIN: Final = frozenset({"name", "time_zone", "language"})
CLOCK: Final = frozenset({"time_zone", "quiet_hours", "days_off"})
"""The profile fields that deadlines depend on."""


class Confirmed(NamedTuple):
    """The purpose of a code that came back, and the player it was about.

    `join_link`: the link by which the player wants to join a table, if the code was requested from it.
    """

    purpose: MailedCode.Purpose
    player: Player
    join_link: str = ""


def sign_up(
    *,
    address: str,
    name: str,
    facts: Mapping[str, object],
    asked_by: str,
    now: datetime,
    invitation: str = "",
    join_link: str = "",
) -> MailedCode:
    """Email a code that creates a player with this name when it comes back. `facts`: time_zone, language,
    kind, habits.

    `asked_by` is the network of the request. If the address has an account, the code signs in instead. Once the code is
    back, `confirm` returns the `join_link` with which it was requested.

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
        language=str(facts["language"]),
        now=now,
    )


def sign_in(*, address: str, asked_by: str, now: datetime) -> MailedCode:
    """Email a code to sign in with, or a message that there is no account. Raises Refused("too_many_codes")."""
    address = email_addresses.normalize(address)
    if player := with_address(address):
        return _mail(player, Purpose.SIGN_IN, "login_code", asked_by, now)
    template = "account/email/unknown_account"
    return mail_code(address=address, purpose=Purpose.NOTHING, template=template, asked_by=asked_by, now=now)


def ask_to_erase(*, player: Player, now: datetime) -> MailedCode:
    """Email a code that erases the account when it comes back, so that a stolen token is not enough to do so.

    Raises Refused("too_many_codes"), Forbidden("address_needed") for a guest, who is erased after a day anyway.
    """
    refuse_guest(player)
    return _mail(player, Purpose.ERASE, "erase_account", player.pk, now)


def ask_for_proof(*, player: Player, now: datetime) -> MailedCode:
    """Email a code that proves that the browser's user owns the account.

    It serves no other purpose, and no link replaces it. Raises Refused("too_many_codes"), Forbidden("address_needed")
    for a guest.
    """
    refuse_guest(player)
    return _mail(player, Purpose.PROOF, "proof", player.pk, now)


def prove(*, player: Player, confirmation: str, typed: str, now: datetime) -> None:
    """Check the code that `ask_for_proof` sent. Raises Refused("wrong_code") after counting the attempt."""
    proof_codes = MailedCode.objects.filter(pk=confirmation, player=player, purpose=Purpose.PROOF)
    if not proof_codes.exists() or codes.find(confirmation, typed) != confirmation:
        raise Refused("wrong_code")
    confirm(confirmation=confirmation, typed=typed, now=now)


def confirm(*, confirmation: str, typed: str, now: datetime) -> Confirmed:
    """Carry out the purpose of the code. `typed` is the code or, without a confirmation, the link in the mail.

    If that cannot be done now, the code remains valid. Raises Refused("wrong_code") after counting the
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
    """Return the code behind a link in an email, or None if the link has expired."""
    try:
        key = codes.find("", link)
    except Refused:
        return None
    useful = codes.open_codes(now).exclude(purpose__in=[Purpose.PROOF, Purpose.NOTHING, Purpose.KEEP])
    return useful.select_related("player").filter(pk=key).first()


def _lock_code(key: str, now: datetime) -> MailedCode | None:
    """Return the code's row, locked after its player's: an erasure locks the player, then deletes the codes."""
    player_id = MailedCode.objects.filter(pk=key).values_list("player_id", flat=True).first()
    if player_id is not None:
        lock_with_bots(player_id)
    return codes.open_codes(now).select_for_update(no_key=True).filter(pk=key).first()


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
    """Set name, time_zone, language, quiet_hours and days_off. The last two move the deadlines of open turns.

    Raises Refused("name_taken"), Forbidden("forbidden") for anyone inactive, Forbidden (address_needed, account_muted)
    for a guest or a muted player who wants another name, Unprocessable for quiet hours or days off beyond the limits.
    """
    with transaction.atomic():
        player = still_here(player)
        habits, before = player.habits, player.name
        player.habits = mapping.changed_habits(player, changes)
        for field in PLAIN.intersection(changes):
            setattr(player, field, changes[field])
        if player.name != before:
            refuse_guest(player)
            refuse_muted(player, now)
            check_name_free(player.name, but=player)
            mentions.remember(player, before, now)
        player = saved(player)
    if CLOCK.intersection(changes):
        habits_changed.send(sender=Player, player=player, before=habits, now=now)
    return player


def _mail(
    player: Player,
    purpose: MailedCode.Purpose,
    template: str,
    asked_by: str,
    now: datetime,
    door: MailedCode.Door = Door.ACCOUNT,
    facts: Mapping[str, object] = NOTHING,
) -> MailedCode:
    """Email a code to the address stored in the account, not to the one typed in the request."""
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
    """Create the player who signed up, or return the existing one if two sign-ups of one address both came back."""
    address = email_addresses.as_mailed_before(code.address)
    if player := with_address(address):
        return player
    facts = dict(code.facts)
    facts.pop(JOIN_LINK, None)
    admission.use(facts.pop("invitation", ""))
    return _arrived(_create_player(address, facts, now), now)


@transaction.atomic
def welcome(*, address: str, name: str, facts: Mapping[str, object], now: datetime) -> Player:
    """Create a player whose address is verified because they opened a link that was sent only there.

    Raises Forbidden("sign_up_closed" or "invitation_needed"), Refused("name_taken" or "address_taken").
    """
    admission.use("")
    check_name_free(name)
    return _arrived(_create_player(address, {"name": name, **facts}, now), now)


def _create_player(address: str, facts: Mapping[str, object], now: datetime) -> Player:
    player = Player(email=address, date_joined=now, **cast("Json", facts))
    player.set_unusable_password()
    return saved(player)


def _arrived(player: Player, now: datetime) -> Player:
    player_arrived.send(sender=Player, player=player, now=now)
    return player

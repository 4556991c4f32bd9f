"""How people become players, come back, change what others see of them, and go.

Nobody has a password here: a code that comes back from an address is the proof. So a player's address is always a
verified one, and an address nobody has verified belongs to nobody. Whether an address has an account is never told to
anybody but its reader: the answers and the work are the same.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models.functions import Lower
from psycopg.errors import UniqueViolation

from games import clockwork
from games.errors import Forbidden, Refused
from games.models import MailedCode, Player
from games.services.codes import mail_code, redeem
from games.services.habits import HABITS, lay_anew
from games.services.privacy import erase_player
from games.signals import account_mail

Purpose: Final = MailedCode.Purpose
PLAIN: Final = frozenset({"name", "time_zone", "language"})
CLOCK: Final = frozenset({"time_zone", "quiet_hours", "days_off"})
"""What a player's clock goes by."""


def sign_up(*, address: str, name: str, facts: Mapping[str, str], now: datetime) -> MailedCode:
    """Mails a code that makes a player of this name when it comes back. `facts`: time_zone, language, kind.

    Who has an account already gets a code to sign in instead. Raises Refused("name_taken" or "too_many_codes").
    """
    _check_name_free(name)
    address = address.lower()
    if player := _with_address(address):
        return _mail(player, address, Purpose.SIGN_IN, "account_already_exists", now)
    return mail_code(
        address=address,
        purpose=Purpose.SIGN_UP,
        template="account/email/email_confirmation_signup",
        facts={"name": name, **facts},
        language=facts["language"],
        now=now,
    )


def sign_in(*, address: str, now: datetime) -> MailedCode:
    """Mails a code to sign in with, or the news that there is no account. Raises Refused("too_many_codes")."""
    address = address.lower()
    if player := _with_address(address):
        return _mail(player, address, Purpose.SIGN_IN, "login_code", now)
    return mail_code(address=address, purpose=Purpose.NOTHING, template="account/email/unknown_account", now=now)


def change_address(*, player: Player, address: str, now: datetime) -> MailedCode:
    """Mails a code to a new address; the old one holds until it comes back. Raises Refused("too_many_codes")."""
    return _mail(player, address.lower(), Purpose.NEW_ADDRESS, "email_confirmation", now)


def ask_to_erase(*, player: Player, now: datetime) -> MailedCode:
    """Mails a code that erases the account when it comes back, so that no stray token can. Raises Refused."""
    return _mail(player, player.email or "", Purpose.ERASE, "erase_account", now)


def confirm(*, code_id: str, typed: str, now: datetime) -> Player:
    """Does what the code was mailed for; whose account it was about.

    Raises Refused("wrong_code", "name_taken" or "address_taken").
    """
    code = redeem(code_id=code_id, typed=typed, now=now)
    if code.purpose == Purpose.SIGN_UP:
        return _create(code, now)
    player = code.player
    if player is None or not player.is_active:
        raise Refused("wrong_code")
    if code.purpose == Purpose.NEW_ADDRESS:
        return _move(player, code.address)
    if code.purpose == Purpose.ERASE:
        erase_player(player=player, now=now)
        player.refresh_from_db()
    return player


def change_profile(*, player: Player, changes: Mapping[str, Any], now: datetime) -> Player:
    """Sets name, time_zone, language; quiet_hours and days_off, by which open turns are due later from now on.

    Raises Refused("name_taken"), Forbidden("forbidden") for who is gone, Unprocessable for habits that are too much.
    """
    with transaction.atomic():
        player = _still_here(player)
        player.habits = clockwork.changed_habits(player, changes)
        for field in PLAIN.intersection(changes):
            setattr(player, field, changes[field])
        if "name" in changes:
            _check_name_free(player.name, but=player)
        player = _saved(player)
    if CLOCK.intersection(changes):
        lay_anew(player=player, reason=HABITS, now=now)
    return player


def _still_here(player: Player) -> Player:
    """The player's newest row, locked, so that no erasure is undone by saving an older one."""
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if found is None:
        raise Forbidden("forbidden")
    return found


def _mail(player: Player, address: str, purpose: MailedCode.Purpose, template: str, now: datetime) -> MailedCode:
    return mail_code(
        address=address,
        purpose=purpose,
        template=f"account/email/{template}",
        player=player,
        language=player.language,
        now=now,
    )


def _with_address(address: str) -> Player | None:
    return Player.objects.filter(email=address, is_active=True).first()


def _check_name_free(name: str, but: Player | None = None) -> None:
    others = Player.objects.alias(lower=Lower("name")).filter(lower=name.lower()).exclude(pk=but and but.pk)
    if others.exists():
        raise Refused("name_taken", name=name)


def _create(code: MailedCode, now: datetime) -> Player:
    """The player of a sign-up; the one there is, when two sign-ups of one address both came back."""
    if player := _with_address(code.address):
        return player
    player = Player(email=code.address, date_joined=now, **code.facts)
    player.set_unusable_password()
    return _saved(player)


@transaction.atomic
def _move(player: Player, address: str) -> Player:
    """The player gets mail at the new address. The old one is told, in case that somebody else did it."""
    player = _still_here(player)
    old, player.email = player.email, address
    _saved(player)
    if old:
        context = {"name": player.name, "language": player.language}
        template = "account/email/email_changed"
        account_mail.send(sender=Player, address=old, player=player, template=template, context=context)
    return player


def _saved(player: Player) -> Player:
    """Saves; what only the database could see becomes a refusal."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        if isinstance(error.__cause__, UniqueViolation):
            raise _taken(player, error.__cause__) from error
        raise
    return player


def _taken(player: Player, collision: UniqueViolation) -> Refused:
    if collision.diag.constraint_name == "player_name_unique":
        return Refused("name_taken", name=player.name)
    return Refused("address_taken")

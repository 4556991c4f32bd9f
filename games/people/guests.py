"""Guests: people who try the site without having given an address. They can practice against stand-ins.

1. A guest comes in by a browser's session, or by a token, and is given a name. The number of guests per network and
   day is counted in rows, under a lock, so the limit holds without Redis.
2. Guests do not affect others: anything others would notice requires an address (`games.people.suspension.awake`).
3. `mail_code` emails a code to the address that a guest gives. The code is typed where it was requested, and only
   there: a link would let somebody have a stranger's address put to an account that is open in another browser. If the
   address has an account, the email says so, and nothing else happens; the guest sees no difference.
4. After a day a guest is erased like any player, with everything personal: seats are given up, and a practice table
   that nobody plays at is closed. Its log stays, as all logs do; it contains only an opaque id.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction

from games import email_addresses, languages
from games.errors import Forbidden, QuotaSpent, Refused
from games.models import MailedCode, Player
from games.people import admission, codes, sightings
from games.people.player_rows import check_name_free, saved, still_here, with_address
from games.people.privacy import erase_player
from games.people.suspension import is_guest

LASTS: Final = timedelta(days=1)
NAME: Final = "Guest"
"""A reserved name, to which a number is added."""
DIGITS: Final = (4, 6, 8)
"""Numbers of digits to try, the next if the shorter number is taken."""
BATCH: Final = 200

log = structlog.get_logger(__name__)
_chance: Final = SystemRandom()


@transaction.atomic
def come(*, network: str, now: datetime, time_zone: str = "UTC") -> Player:
    """Create a guest, who comes from this network.

    Raises Forbidden("sign_up_closed" or "invitation_needed") if strangers cannot sign up, and
    QuotaSpent("too_many_guests"), which says when there is room again.
    """
    admission.check("", now)
    codes.take_turns(network)
    _check_limit(network, now)
    guest = _new_guest(time_zone, now)
    sightings.note(guest.pk, network, now)
    return guest


def _check_limit(network: str, now: datetime) -> None:
    lately = sightings.came_from(network).filter(kind=Player.Kind.GUEST, date_joined__gt=now - LASTS)
    times = list(lately.order_by("-date_joined").values_list("date_joined", flat=True)[: settings.GUESTS_PER_DAY])
    if len(times) >= settings.GUESTS_PER_DAY:
        raise QuotaSpent("too_many_guests").after((times[-1] if times else now) + LASTS - now)


def _new_guest(time_zone: str, now: datetime) -> Player:
    """Create a guest with a name that nobody else has."""
    for digits in DIGITS:
        name = f"{NAME} {_chance.randrange(10 ** (digits - 1), 10**digits)}"
        guest = Player(name=name, kind=Player.Kind.GUEST, email=None, time_zone=time_zone, date_joined=now)
        guest.language = languages.active()
        guest.set_unusable_password()
        try:
            return saved(guest)
        except Refused:
            continue
    raise RuntimeError("no name is left for a guest")


def leaves_at(guest: Player) -> datetime:
    """Return when a guest who gives no address may be erased."""
    return guest.date_joined + LASTS


@transaction.atomic
def mail_code(*, guest: Player, address: str, facts: Mapping[str, object], asked_by: str, now: datetime) -> MailedCode:
    """Email a code that turns a guest into a player with this address. `facts`: name, time_zone, habits.

    `asked_by` is the network of the request.

    Raises Forbidden("forbidden") for anyone but a guest, Forbidden("sign_up_closed" or "invitation_needed"),
    Refused("too_many_codes" or "name_taken").
    """
    admission.check("", now)
    address = email_addresses.normalize(address)
    codes.take_turns(asked_by, address)
    guest = still_here(guest)
    if not is_guest(guest):
        raise Forbidden("forbidden")
    check_name_free(str(facts["name"]), but=guest)
    if with_address(address) is not None:
        return _mail(MailedCode.Purpose.NOTHING, "keep_has_account", address, asked_by, now)
    return _mail(MailedCode.Purpose.KEEP, "keep_table", address, asked_by, now, guest, facts)


def _mail(
    purpose: MailedCode.Purpose,
    template: str,
    address: str,
    asked_by: str,
    now: datetime,
    guest: Player | None = None,
    facts: Mapping[str, object] | None = None,
) -> MailedCode:
    return codes.mail_code(
        address=address,
        purpose=purpose,
        door=MailedCode.Door.SIGN_UP,
        template=f"account/email/{template}",
        asked_by=asked_by,
        player=guest,
        facts=facts,
        now=now,
    )


def settle(guest: Player, code: MailedCode) -> Player:
    """Turn the guest into an ordinary player, since the code came back. The row is locked.

    Raises Refused("wrong_code") if the guest is already a player, Refused("name_taken" or "address_taken").
    """
    if not is_guest(guest):
        raise Refused("wrong_code")
    admission.use("")
    guest.kind, guest.email = Player.Kind.HUMAN, code.address
    guest.name, guest.time_zone = code.facts["name"], code.facts["time_zone"]
    guest.habits = code.facts.get("habits") or guest.habits
    return saved(guest)


@transaction.atomic
def leave(*, guest: Player, now: datetime) -> None:
    """Erase a guest at once, before the day is over. No code is mailed, since there is no address.

    Raises Forbidden("forbidden") for anyone but a guest.
    """
    guest = still_here(guest)
    if not is_guest(guest):
        raise Forbidden("forbidden")
    erase_player(player=guest, now=now)


def forget_old(*, now: datetime, batch: int = BATCH) -> int:
    """Erase guests whose day is over; return their number. A guest who cannot be erased does not hold up the others.

    `games.table.play.sweeps` does not fit: it locks a game, and sets it aside on an error; a guest may have no game.
    """
    return sum(_forget(guest, now) for guest in _old(now, batch))


def _old(now: datetime, batch: int) -> Iterator[str]:
    old = Player.objects.filter(kind=Player.Kind.GUEST, erased_at=None, date_joined__lte=now - LASTS)
    yield from list(old.order_by("date_joined").values_list("pk", flat=True)[:batch])


def _forget(guest_id: str, now: datetime) -> bool:
    try:
        with transaction.atomic():
            guest = Player.objects.select_for_update(no_key=True).get(pk=guest_id)
            if not is_guest(guest) or guest.erased_at is not None:  # has become a player, or was erased, meanwhile
                return False
            erase_player(player=guest, now=now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.warning("guest_not_forgotten", player=guest_id, error=type(error).__name__)
        return False
    return True

"""Codes by email: anyone who types one, or presses the button behind its link, can read mail at that address.

1. `mail_code` creates a row and requests the mail. The row holds a keyed hash of the code, never the code. The link is
   the row's key, signed: it needs no confirmation, works in any browser, and survives wrong guesses.
2. `match` compares. Five wrong guesses with a confirmation disable typing the code; an hour, or its use, ends both the
code and the link.
   3. Sending is limited, not using. Somebody can have five unused codes an hour sent to an address, and
   `KNOCKS_PER_HOUR` altogether; an address gets ten unused codes an hour from all strangers together, and ten more that
   were requested at sign-up. A code is valid for that hour, so an address that gets no more codes has valid ones, no
   matter who requested them. There are 100 guesses an hour at 2^40 codes. These limits are rows, counted under a lock,
"""

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.conf import settings
from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.urls import reverse

from games import advisory_locks, email_addresses, languages, signed_links, signing_keys
from games.advisory_locks import AdvisoryLock
from games.errors import Refused
from games.ids import random_text
from games.models import MailedCode, Player
from games.signals import account_mail
from games.signed_links import LinkKind, new_kind

CODE_LENGTH: Final = 8
VALID_FOR: Final = timedelta(hours=1)
ATTEMPTS: Final = 5
FROM_ONE: Final = 5
"""Unused codes that one requester can have sent to one address within an hour."""
FROM_ALL: Final = 10
"""Unused codes that are sent to an address within an hour, except those its own player requested."""
MISREAD: Final = str.maketrans({"i": "1", "l": "1", "o": "0", "-": None, " ": None})
"""Crockford's base 32 contains neither i, l nor o, so these can only be misread digits."""

WAY_IN: Final = LinkKind("way-in", frozenset({"confirm"}), VALID_FOR, new_kind)
"""The link in the mail, which replaces typing the code."""


@transaction.atomic
def mail_code(
    *,
    address: str,
    purpose: MailedCode.Purpose,
    template: str,
    asked_by: str,
    now: datetime,
    player: Player | None = None,
    facts: Mapping[str, object] | None = None,
    language: str = "",
    valid_for: timedelta = VALID_FOR,
    door: MailedCode.Door = MailedCode.Door.ACCOUNT,
) -> MailedCode:
    """Send a code to the address. `facts` say what to do once it comes back.

    `asked_by` is the network of a stranger, or the key of the requesting player. Raises Refused("too_many_codes").
    """
    _check_limits(address, asked_by, player, door, now)
    text = random_text(CODE_LENGTH)
    code = MailedCode(
        address=address,
        purpose=purpose,
        door=door,
        player=player,
        facts=dict(facts or {}),
        asked_by=_keyed(f"asked by:{asked_by}")[0],
        attempts_left=ATTEMPTS,
        created_at=now,
        expires_at=now + valid_for,
    )
    code.code_hash = _hashes(code.id, text)[0]
    code.save(force_insert=True)
    context = {
        "code": _format_code(text),
        "link": settings.PUBLIC_URL + reverse("way-in", args=[token(code)]),
        "minutes": int(valid_for.total_seconds() // 60),
        "language": language or languages.active(),
    }
    account_mail.send(sender=Player, address=address, player=player, template=template, context=context)
    return code


def take_turns(asked_by: str, *addresses: str) -> None:
    """Lock the counting of codes for this requester and these addresses until the transaction ends.

    To email several codes in one transaction, call this first, once for all addresses; this prevents deadlocks.
    """
    keys = {f"asked by:{asked_by}", *(f"to:{email_addresses.comparison_key(address)}" for address in addresses)}
    for number in sorted({crc32(key.encode()) for key in keys}):
        advisory_locks.wait_for_key(AdvisoryLock.CODES, number)


def token(code: MailedCode) -> str:
    """Return the token at the end of the link in the mail."""
    return signed_links.sign_row(WAY_IN, code.id)


def open_codes(now: datetime) -> QuerySet[MailedCode]:
    """Return the codes that are still valid."""
    return MailedCode.objects.filter(expires_at__gt=now, used_at=None)


def find(confirmation: str, typed: str) -> str:
    """Return the key of the code: the confirmation or, if there is none, the key in the link's token.

    Raises Refused("wrong_code") for a link that isn't ours.
    """
    if not _is_link(typed):
        return confirmation
    try:
        return signed_links.read_row(WAY_IN, typed.strip().rpartition("/")[2])
    except BadSignature as error:
        raise Refused("wrong_code") from error


def match(code: MailedCode, typed: str) -> bool:
    """Check whether `typed` is the code, or its link, with the key that `find` returned. Count a wrong guess.

    A guest's address is confirmed only where it was given, never by a link (`games.people.guests`).
    """
    if _is_link(typed):
        return code.purpose != MailedCode.Purpose.KEEP
    if not code.attempts_left:
        return False
    right = any(hmac.compare_digest(code.code_hash, hashed) for hashed in _hashes(code.id, _read(typed)))
    if not right:
        code.attempts_left -= 1
        code.save(update_fields=["attempts_left"])
    return right


def forget_old_codes(*, now: datetime) -> int:
    """Delete codes that neither count toward a limit nor are valid; return their number."""
    deleted, _ = MailedCode.objects.filter(created_at__lte=now - VALID_FOR, expires_at__lte=now).delete()
    return deleted


def _check_limits(address: str, asked_by: str, player: Player | None, door: MailedCode.Door, now: datetime) -> None:
    """Check the limits, which are counted per door.

    Emails that only say there is no account, which anyone can cause, must not prevent a sign-up.
    """
    askers = _keyed(f"asked by:{asked_by}")
    take_turns(asked_by, address)
    lately = MailedCode.objects.filter(created_at__gt=now - VALID_FOR)
    key = email_addresses.comparison_key(address)
    here = lately.alias(lower=Lower("address")).filter(lower=key, used_at=None, door=door)
    _check(here.filter(asked_by__in=askers), FROM_ONE, now)
    if player is None or (asked_by, key) != (player.pk, email_addresses.comparison_key(player.email or "")):
        _check(here, FROM_ALL, now)
        _check(lately.filter(asked_by__in=askers), settings.KNOCKS_PER_HOUR, now)


def _check(codes: QuerySet[MailedCode], most: int, now: datetime) -> None:
    times = list(codes.order_by("-created_at").values_list("created_at", flat=True)[:most])
    if len(times) >= most:
        raise Refused("too_many_codes").after((times[-1] if times else now) + VALID_FOR - now)


def _is_link(typed: str) -> bool:
    return signed_links.SEPARATOR in typed


def _hashes(code_id: str, text: str) -> list[str]:
    return _keyed(f"code:{code_id}:{text}")


def _keyed(text: str) -> list[str]:
    """Return the hashes of a text, one per key; new rows store the first."""
    return [hmac.new(key.encode(), text.encode(), "sha256").hexdigest() for key in signing_keys.every()]


def _format_code(text: str) -> str:
    """Return a code as written in the mail: K7QM-3XWD."""
    return f"{text[:4]}-{text[4:]}".upper()


def _read(typed: str) -> str:
    return typed.lower().translate(MISREAD)

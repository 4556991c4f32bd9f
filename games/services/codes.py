"""Codes by mail: whoever types one back reads the mail of that address.

1. `mail_code` makes a row and asks for the mail. The row holds a keyed hash of the code, never the code.
2. `redeem` compares. Five wrong guesses, a quarter of an hour, or its use end a code.
3. An address is sent five codes an hour, so there are 25 guesses at 2^40 codes. These limits are rows, and hold with
   Redis away.
"""

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Lower

from games.errors import Refused
from games.ids import random_text
from games.models import MailedCode, Player
from games.signals import account_mail

CODE_LENGTH: Final = 8
VALID_FOR: Final = timedelta(minutes=15)
ATTEMPTS: Final = 5
WINDOW: Final = timedelta(hours=1)
CODES_IN_WINDOW: Final = 5

MISREAD: Final = str.maketrans({"i": "1", "l": "1", "o": "0", "-": None, " ": None})
"""Crockford's base 32 has neither i, l nor o, so that they can only be misread digits."""


@transaction.atomic
def mail_code(
    *,
    address: str,
    purpose: MailedCode.Purpose,
    template: str,
    now: datetime,
    player: Player | None = None,
    facts: Mapping[str, str] | None = None,
    language: str = settings.LANGUAGE_CODE,
) -> MailedCode:
    """Sends a code to the address. `facts` are what is to happen once it comes back.

    Raises Refused("too_many_codes").
    """
    _check_window(address, now)
    text = random_text(CODE_LENGTH)
    code = MailedCode(
        address=address,
        purpose=purpose,
        player=player,
        facts=dict(facts or {}),
        attempts_left=ATTEMPTS,
        created_at=now,
        expires_at=now + VALID_FOR,
    )
    code.code_hash = _hash(code.id, text)
    code.save(force_insert=True)
    context = {"code": _written(text), "minutes": int(VALID_FOR.total_seconds() // 60), "language": language}
    account_mail.send(sender=Player, address=address, player=player, template=template, context=context)
    return code


def redeem(*, code_id: str, typed: str, now: datetime) -> MailedCode:
    """The code that was typed back, used up. Raises Refused("wrong_code"), after it has counted the attempt."""
    with transaction.atomic():
        code = (
            MailedCode.objects.select_for_update().filter(id=code_id, expires_at__gt=now, attempts_left__gt=0).first()
        )
        right = code is not None and hmac.compare_digest(code.code_hash, _hash(code.id, _read(typed)))
        if code:
            code.attempts_left = 0 if right else code.attempts_left - 1
            code.save(update_fields=["attempts_left"])
    if code is None or not right:
        raise Refused("wrong_code")
    return code


def forget_old_codes(*, now: datetime) -> int:
    """Deletes what neither counts nor opens anything any more; how many."""
    deleted, _ = MailedCode.objects.filter(created_at__lte=now - WINDOW).delete()
    return deleted


def _check_window(address: str, now: datetime) -> None:
    lately = MailedCode.objects.alias(lower=Lower("address")).filter(lower=address, created_at__gt=now - WINDOW)
    times = list(lately.order_by("-created_at").values_list("created_at", flat=True)[:CODES_IN_WINDOW])
    if len(times) == CODES_IN_WINDOW:
        raise Refused("too_many_codes").after(times[-1] + WINDOW - now)


def _hash(code_id: str, text: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), f"code:{code_id}:{text}".encode(), "sha256").hexdigest()


def _written(text: str) -> str:
    """As it stands in the mail: K7QM-3XWD."""
    return f"{text[:4]}-{text[4:]}".upper()


def _read(typed: str) -> str:
    return typed.lower().translate(MISREAD)

"""An admin's second factor besides an emailed code: a passkey, an app's digits, or a recovery code that replaces them.

1. Whatever admins do requires a factor that was used within `SHOWN_FOR`: in the admin site in the same browser, for
   the API in any browser of theirs. A passkey suffices, since the device asks for a finger, a face or a PIN.
2. An admin adds the first factor by a link that the operator prints, in a single browser, signed in. Otherwise anyone
   who reads an admin's mail could add a passkey of their own. Adding another one requires an existing one.
3. Each factor that is added to or removed from an admin's account, and each link, is recorded among the admins' acts.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.base.internal.flows import delete_dangling_recovery_codes
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_used
from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from engine.codec import Json
from games import signed_links
from games.errors import NotFound
from games.models import AdminAct, BrowserSession, Player
from games.people import audit
from games.people.player_rows import still_here
from games.signals import account_mail
from games.signed_links import LinkKind, new_kind

SHOWN_FOR: Final = timedelta(hours=8)
"""How long a second factor counts for what admins do after it was used."""
SKEW: Final = timedelta(minutes=1)
"""How far the clocks of two machines may differ. A use further in the future than that comes from a wrong clock."""
LINK_LASTS: Final = timedelta(hours=1)
ADDING_LASTS: Final = timedelta(minutes=30)
"""How long a browser may add the first factor after it has used the link."""
FIRST: Final = LinkKind("first-second-factor", frozenset({"add"}), None, new_kind)
"""The operator's link. Its row, an `AdminAct`, says when it expires; another act says that it was used."""
ALLOWED, LINK_USED = "second_factor_allowed", "second_factor_link_used"
ADDED, REMOVED = "second_factor_added", "second_factor_removed"
REMOVED_EMAILS: Final[dict[str, str]] = {
    Authenticator.Type.WEBAUTHN: "mfa/email/webauthn_removed",
    Authenticator.Type.TOTP: "mfa/email/totp_deactivated",
}
BY_OPERATOR: Final[dict[str, str]] = {"by": "operator"}
"""The detail of acts that a command performed: it has no admin, so they are listed as the player's own."""
SESSION_KEY: Final = "first_second_factor"


def is_admin(player: Player) -> bool:
    """Check whether the player has any right of an admin."""
    return player.is_staff or player.is_superuser or player.groups.exists() or player.user_permissions.exists()


def admins_without() -> QuerySet[Player]:
    """Return the admins who have no second factor, and so can do nothing that admins do."""
    admins = Q(is_staff=True) | Q(is_superuser=True) | Q(groups__isnull=False) | Q(user_permissions__isnull=False)
    having = _list_authenticators().values("user")
    return Player.objects.filter(admins, is_active=True).exclude(pk__in=having).distinct().order_by("name")


def has_any(player: Player) -> bool:
    """Check whether the account has a second factor: a passkey, or an app that shows digits."""
    return _list_authenticators().filter(user=player).exists()


def _list_authenticators() -> QuerySet[Authenticator]:
    authenticators: QuerySet[Authenticator] = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES)
    return authenticators


def is_shown(request: HttpRequest, player: Player, now: datetime) -> bool:
    """Check whether this browser has recently used a second factor that the account still has."""
    last = last_shown(request, player)
    return last is not None and is_recent(last, SHOWN_FOR, now)


def last_shown(request: HttpRequest, player: Player) -> dict[str, object] | None:
    """Return the session's record of the second factor it last used, if the account still has it: `at`, in seconds."""
    records = [record for record in get_authentication_records(request, player) if record["method"] == "mfa"]
    if not records or not Authenticator.objects.filter(pk=records[-1].get("id"), user=player).exists():
        return None
    last: dict[str, object] = records[-1]
    return last


def is_recent(record: Json, span: timedelta, now: datetime) -> bool:
    """Check whether a session's record is within the span, and not in the future because a clock has been set back."""
    ago = now.timestamp() - record["at"]
    return bool(-SKEW.total_seconds() <= ago < span.total_seconds())


def was_shown(player: Player, now: datetime) -> bool:
    """Check whether the player has recently used a second factor in any browser."""
    own = Authenticator.objects.filter(user=player)
    return own.filter(last_used_at__gt=now - SHOWN_FOR, last_used_at__lte=now + SKEW).exists()


@transaction.atomic
def create_link(player: Player, now: datetime) -> str:
    """Return the URL by which an admin adds the first second factor: it works once, within an hour.

    Raises Forbidden for anyone who is inactive.
    """
    act = audit.note(still_here(player), ALLOWED, now, player=player, detail=BY_OPERATOR)
    return signed_links.address_of(signed_links.sign_row(FIRST, str(act.pk)), FIRST)


@transaction.atomic
def take_away(factor: Authenticator, admin: Player, now: datetime) -> None:
    """Remove a second factor in the admin site. Recovery codes are removed with the last of the others."""
    factor.delete()
    delete_dangling_recovery_codes(factor.user)
    _tell_removed(factor.user, {factor.type})
    if is_admin(factor.user):
        audit.note(admin, REMOVED, now, player=factor.user, detail={"type": str(factor.type)})


@transaction.atomic
def forget_all(player: Player, now: datetime) -> None:
    """Remove all factors of an admin who lost them, and sign out every browser. Raises Forbidden for the inactive."""
    own = Authenticator.objects.filter(user=still_here(player))
    types = set(own.values_list("type", flat=True))
    own.delete()
    BrowserSession.objects.filter(player=player).delete()
    _tell_removed(player, types)
    if types:
        audit.note(player, REMOVED, now, player=player, detail={"type": "all", **BY_OPERATOR})


def _tell_removed(player: Player, types: Collection[str]) -> None:
    """Email the player about factors that others removed, so that they notice if it was not meant."""
    for template in [REMOVED_EMAILS[type] for type in sorted(types) if type in REMOVED_EMAILS]:
        context = {"language": player.language}
        account_mail.send(sender=Player, address=player.email, player=player, template=template, context=context)


def is_link_good(token: str, player: Player, now: datetime) -> bool:
    """Check whether the link is still valid for this player."""
    return _allowance(token, player, now) is not None


@transaction.atomic
def use_link(request: HttpRequest, token: str, player: Player, now: datetime) -> None:
    """Let this browser add the player's first factor, for half an hour. Raises NotFound("link_over")."""
    allowance = _allowance(token, still_here(player), now)
    if allowance is None:
        raise NotFound("link_over")
    audit.note(player, LINK_USED, now, player=player, detail={"allowed_by": allowance.pk})
    request.session[SESSION_KEY] = {"player": player.pk, "until": (now + ADDING_LASTS).timestamp()}


def _allowance(token: str, player: Player, now: datetime) -> AdminAct | None:
    """Return the operator's act that created the link, unless it has expired or was used."""
    try:
        key = signed_links.read_row(FIRST, token)
    except BadSignature:
        return None
    acts = AdminAct.objects.filter(player=player)
    if has_any(player) or acts.filter(what=LINK_USED, detail__allowed_by=int(key)).exists():
        return None
    return acts.filter(pk=key, what=ALLOWED, at__gt=now - LINK_LASTS).first()


def may_add(request: HttpRequest, player: Player, now: datetime) -> bool:
    """Check whether this browser may add a factor: an admin's first requires the operator's link."""
    if has_any(player) or not is_admin(player):
        return True
    allowed = request.session.get(SESSION_KEY) or {}
    return bool(allowed.get("player") == player.pk and now.timestamp() < allowed["until"])


@receiver(authenticator_added, dispatch_uid="second_factor_added")
def _on_added(request: HttpRequest, user: Player, authenticator: Authenticator, **_: object) -> None:
    """Record a new factor as used, too: the device has signed, or the app's digits were typed."""
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        return
    request.session.pop(SESSION_KEY, None)
    authenticator.record_usage()
    record = {"id": authenticator.pk, "type": authenticator.type, "reauthenticated": True}
    record_authentication(request, user, "mfa", **record)
    request.session.cycle_key()
    _note(ADDED, user, authenticator)


@receiver(authenticator_used, dispatch_uid="second_factor_used")
def _on_used(request: HttpRequest, **_: object) -> None:
    """Change the session's key: somebody with the old one, from a stolen cookie, has not used a factor."""
    request.session.cycle_key()


@receiver(authenticator_removed, dispatch_uid="second_factor_removed")
def _on_removed(user: Player, authenticator: Authenticator, **_: object) -> None:
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        _note(REMOVED, user, authenticator)


def _note(kind: str, player: Player, authenticator: Authenticator) -> None:
    if is_admin(player):
        audit.note(player, kind, timezone.now(), player=player, detail={"type": str(authenticator.type)})

"""Signed links in emails: each opens one thing for one player, without a login, and lets its holder do what it lists.

A token is `player.subject.seconds~signature`; its kind and the player's address are in the signature's salt. So a token
of one kind opens nothing of another, and all tokens end with the address to which they were sent. They also end when
their time is over, and when their owner says so (`end`, `end_all`). The holder of an email can do what its links allow
and nothing else. Nothing may happen on GET: link scanners fetch every link.

A link that proves somebody's identity (a code, a change of address) has a row, which is used once and then ends it.
Only a kind that never expires (unsubscribing) depends on the player's id alone: it can do one harmless thing.

Links sent before this signer existed are read by their kind's `old`; they contain no time, so an owner who ends any
link of a kind ends all of these.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.urls import reverse

from games import email_addresses
from games.models import EndedLinks, Player

SEPARATOR: Final = "~"
ANY: Final = "~any~"
"""A placeholder for a token, which no token equals."""

Old = Callable[[str, str, datetime], str]
"""A reader of older tokens: it takes token, address and time, and returns the subject. Raises BadSignature."""


@dataclass(frozen=True, slots=True)
class LinkKind:
    """A kind of link. `page`: the name of its URL, unique to it. `may`: what its holder can do there, besides viewing.

    `lasts`: how long it works after it was signed; None: for ever, and nobody can end it.
    """

    page: str
    may: frozenset[str]
    lasts: timedelta | None
    old: Old


@dataclass(frozen=True, slots=True)
class Opened:
    """The content of a token: the player and the subject. `since`: when it was signed; None for an older token."""

    kind: LinkKind
    player: Player
    subject: str
    since: datetime | None = None

    def may(self, act: str) -> bool:
        """Check whether the link allows this act."""
        return act in self.kind.may


def address_of(token: str, kind: LinkKind) -> str:
    """Return the public URL of a token."""
    return settings.PUBLIC_URL + _path(kind.page).replace(ANY, token)


@cache
def _path(page: str) -> str:
    """Return the path of the page with `ANY` in place of a token.

    It is cached, because an email has several links.
    """
    return reverse(page, args=[ANY])


def sign(kind: LinkKind, player: Player, subject: str, now: datetime) -> str:
    """Return a token of a kind that expires."""
    return _signer(kind, player.email or "").sign(f"{player.pk}.{subject}.{_format_instant(now)}")


def sign_for_ever(kind: LinkKind, player_id: str, subject: str) -> str:
    """Return a token of a kind that never expires. Raises ValueError for any other kind."""
    if kind.lasts is not None:
        raise ValueError(f"{kind.page} ends")
    return _signer(kind, "").sign(f"{player_id}.{subject}")


def read(kind: LinkKind, token: str, now: datetime) -> Opened:
    """Return the content of a token. Raises BadSignature if it is not of this kind or has ended."""
    player = Player.objects.filter(pk=token.partition(".")[0], is_active=True).first()
    if player is None:
        raise BadSignature("gone")
    try:
        _, subject, signed_at = _unsigned(kind, player.email or "", token).split(".")
        since = _read(signed_at)
    except (BadSignature, ValueError):
        subject, since = kind.old(token, player.email or "", now), None
    if since is not None and kind.lasts is not None and now - since > kind.lasts:
        raise BadSignature("too old")
    if _is_ended(kind, player, subject, since):
        raise BadSignature("ended")
    return Opened(kind, player, subject, since)


def _unsigned(kind: LinkKind, address: str, token: str) -> str:
    """Return the signed text. Emails of earlier releases were signed with the address's domain in Unicode."""
    try:
        return _signer(kind, address).unsign(token)
    except BadSignature:
        if (before := email_addresses.in_letters(address)) == address:
            raise
        return _signer(kind, before).unsign(token)


def read_for_ever(kind: LinkKind, token: str, now: datetime) -> tuple[str, str]:
    """Return the player's id and the subject of a token that never expires. Raises BadSignature."""
    try:
        player_id, subject = _signer(kind, "").unsign(token).split(".")
    except (BadSignature, ValueError):
        return token.partition(".")[0], kind.old(token, "", now)
    return player_id, subject


def sign_row(kind: LinkKind, key: str) -> str:
    """Return a token of a kind with a row, which says what to do, until when, and whether it has been done."""
    return _signer(kind, "").sign(key)


def read_row(kind: LinkKind, token: str) -> str:
    """Return the key of the row behind a token. Raises BadSignature."""
    return _signer(kind, "").unsign(token)


def end(opened: Opened, now: datetime) -> None:
    """End the links of this kind about the same subject that were signed up to now. Later links work again."""
    _end(opened.player, opened.kind.page, opened.subject, now)


def end_all(player: Player, now: datetime) -> None:
    """End all of the player's links signed up to now that can be ended."""
    _end(player, "", "", now)


def _end(player: Player, kind: str, subject: str, now: datetime) -> None:
    EndedLinks.objects.update_or_create(player=player, kind=kind, subject=subject, defaults={"at": now})


def _is_ended(kind: LinkKind, player: Player, subject: str, since: datetime | None) -> bool:
    ended = EndedLinks.objects.filter(Q(kind="", subject="") | Q(kind=kind.page, subject=subject), player=player)
    return (ended if since is None else ended.filter(at__gte=since)).exists()


def signed_with(salt: str) -> Old:
    """Return a reader of older tokens, `player.subject` signed with this salt."""

    def read_old(token: str, _address: str, _now: datetime) -> str:
        return Signer(sep=SEPARATOR, salt=salt).unsign(token).partition(".")[2]

    return read_old


def new_kind(_token: str, _address: str, _now: datetime) -> str:
    """Raise BadSignature, for kinds without older links."""
    raise BadSignature("not ours")


def _signer(kind: LinkKind, address: str) -> Signer:
    return Signer(sep=SEPARATOR, salt=f"signed_links:{kind.page}:{address}")


def _format_instant(instant: datetime) -> str:
    return format(int(instant.timestamp()), "x")


def _read(text: str) -> datetime:
    return datetime.fromtimestamp(int(text, 16), UTC)

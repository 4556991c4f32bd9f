"""Every signed link in our emails: its destination, what it permits its holder, and for how long.

All links are signed by `games.signed_links`; this module defines the kinds that emails contain, and how each is made
and read. Anyone who holds an email can do what its links permit, and nothing else. Some only lead to a page that
requires sign-in (`notifications.web.frame.AccountPage`).
"""

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.core.signing import BadSignature, Signer
from django.http import Http404

from games import signed_links
from games.lobby.by_address import INVITED, NEVER
from games.models import Game, Player
from games.people.addresses import STOP
from games.people.appeal_links import APPEAL
from games.people.codes import WAY_IN
from games.signed_links import SEPARATOR, LinkKind, Old, Opened, new_kind, signed_with
from games.web.seat_link.rights import GOOD_AFTER_THE_END, HALF_A_YEAR, TABLE
from notifications.lists import is_list
from notifications.reply_addresses import CONFIRMS_FOR

SEASON: Final = timedelta(days=90)
SEASONS_FROM: Final = datetime(2020, 1, 1, tzinfo=UTC)


def _check_seasonal(token: str, address: str, now: datetime) -> str:
    """Check a link to the email settings in the old format, valid until the end of the season after its own."""
    value = Signer(sep=SEPARATOR, salt=f"notifications.my_mail:{address}").unsign(token)
    season = int(value.partition(".")[2])
    if (now - SEASONS_FROM) // SEASON - season > 1:
        raise BadSignature("too old")
    return ""


def _kind(page: str, may: str, old: Old) -> LinkKind:
    """Return a kind of link that expires after half a year."""
    return LinkKind(page, frozenset(may.split()), HALF_A_YEAR, old)


UNSUBSCRIBE: Final = LinkKind("unsubscribe", frozenset({"unsubscribe"}), None, signed_with("notifications.unsubscribe"))
"""People may open an email years later (RFC 8058), so this link never expires. It has no other effect."""
MAIL: Final = _kind("mail-page-by-link", "mail game", _check_seasonal)
DISPUTES: Final = _kind("disputes-page", "open say withdraw", signed_with("notifications.complaints"))
PLAN: Final = _kind("plan-page", "cancel", signed_with("notifications.plan_page"))
SEAT: Final = _kind("seat-page", "take decline return block unblock", signed_with("notifications.seat_page"))
INVITATION: Final = _kind("invitation-page", "join decline block unblock", new_kind)
PAUSE: Final = _kind("pause-page", "", new_kind)
"""No email has it any more, but it leads on from those that had it."""

CONFIRM: Final = LinkKind("email-page", frozenset({"confirm"}), CONFIRMS_FOR, new_kind)

BY_ROWS: Final = (WAY_IN, STOP, INVITED, NEVER)
"""Kinds with a row each that says what a link still permits."""
ALL: Final = (UNSUBSCRIBE, MAIL, DISPUTES, PLAN, SEAT, INVITATION, PAUSE, CONFIRM, APPEAL, TABLE, *BY_ROWS)


class Holder(NamedTuple):
    """The reader of a page about a game, with the link that opened it."""

    player: Player
    game: Game
    opened: Opened


def game_url(kind: LinkKind, player: Player, game_id: str, now: datetime) -> str:
    """Return the public address of a kind's page for this player and game."""
    return signed_links.address_of(signed_links.sign(kind, player, game_id, now), kind)


def read_game(kind: LinkKind, token: str, now: datetime) -> Holder:
    """Return the holder and game of a token. Raises Http404 if it is not of this kind, or no longer valid."""
    try:
        opened = signed_links.read(kind, token, now)
    except BadSignature as error:
        raise Http404 from error
    game = Game.objects.select_related("host").filter(pk=opened.subject).first()
    if game is None or (game.ended_at and now - game.ended_at > GOOD_AFTER_THE_END):
        raise Http404
    return Holder(opened.player, game, opened)


def confirm_url(player: Player, email: int, now: datetime) -> str:
    """Return the public address of the page where the player says yes to an inbound email."""
    return signed_links.address_of(signed_links.sign(CONFIRM, player, str(email), now), CONFIRM)


def mail_token(player: Player, now: datetime) -> str:
    """Return a token that opens the player's email settings and nothing else."""
    return signed_links.sign(MAIL, player, "", now)


def mail_url(player: Player, now: datetime) -> str:
    """Return the public address of the player's email settings, with a token."""
    return signed_links.address_of(mail_token(player, now), MAIL)


def read_mail(signed: str, now: datetime) -> Player:
    """Return the player whose email settings a token opens.

    Raises `BadSignature` if it is not ours or no longer valid.
    """
    return signed_links.read(MAIL, signed, now).player


def unsubscribe_token(player_id: str, name: str) -> str:
    """Return the token that unsubscribes this player from a list (`lists.is_list`) without sign-in (RFC 8058).

    It never expires, since people may open an email years later, and can do nothing else.
    """
    return signed_links.sign_for_ever(UNSUBSCRIBE, player_id, name)


def unsubscribe_url(player_id: str, name: str) -> str:
    """Return the public address that unsubscribes this player from this list, with a token."""
    return signed_links.address_of(unsubscribe_token(player_id, name), UNSUBSCRIBE)


def read_unsubscribe(signed: str, now: datetime) -> tuple[str, str]:
    """Return the player's id and the list of a token. Raises `BadSignature` if it isn't ours."""
    player_id, name = signed_links.read_for_ever(UNSUBSCRIBE, signed, now)
    if not is_list(name):
        raise BadSignature("no such list")
    return player_id, name

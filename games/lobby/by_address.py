"""Inviting people by email address, without telling anyone whether an address has an account.

1. A player's address: the player is invited like anyone else, but the table never sees who was invited this way
   (`Invitation.by_address`). What the host sees, the limits and the time it takes are the same.
2. A stranger's address gets a single email with fixed text, however many people and tables invite it, until its reader
   has joined, declined or signed up. A button stops these emails for good.
3. We keep only a keyed hash. The address itself is, sealed, in the link in the email, and in the email's row until the
   email is sent.
4. Invitations are counted by rows under a lock: by host (`invitation_limits`), and here by network.
"""

import base64
import binascii
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.core.signing import BadSignature
from django.dispatch import receiver

from games import email_addresses, encryption, signals, signed_links
from games.errors import QuotaSpent
from games.models import AddressInvitation, ContactedAddress, Game, Invitation, Player
from games.people import admission, blocks, codes
from games.people.suspension import refuse_guest
from games.presentation import words
from games.presentation.words.commitments import commitments
from games.presentation.words.lengths import length
from games.signed_links import LinkKind, new_kind

INVITED: Final = LinkKind("invited-by-address", frozenset({"join", "decline"}), None, new_kind)
"""The kind of the link to an invitation, whose row says whether it still works."""
NEVER: Final = LinkKind("no-invitations", frozenset({"stop"}), None, new_kind)
"""The kind of the link that only stops invitations. It never expires, as people may open an email years later."""

PURPOSE: Final = "invited_address"
TEMPLATE: Final = "account/email/invited_by_address"
A_DAY: Final = timedelta(days=1)
KEPT: Final = timedelta(days=90)
"""How long a row and its link are kept; no table waits longer to begin."""
MOST_OF_A_NETWORK: Final = 40
"""The maximum number of addresses invited from one network in a day, by all its players together."""


class Asked(NamedTuple):
    """An address in the form used for mail.

    `key`: its comparison key, common to all spellings. `hashes`: the key's hash with each of our signing keys; new rows
    get the first.
    """

    address: str
    key: str
    hashes: list[str]


def take_turns(host: Player, addresses: Sequence[str], network: str, now: datetime) -> list[Asked]:
    """Lock these addresses for this transaction and return each once. Call this before any row is locked.

    Raises Forbidden("sign_up_closed" or "invitation_needed") if strangers cannot sign up, whether or not the address
    has an account; Forbidden("address_needed") for a guest.
    """
    if not addresses:
        return []
    refuse_guest(host)
    admission.check("", now)
    normalized = map(email_addresses.normalize, addresses)
    addresses_by_key = {email_addresses.comparison_key(address): address for address in normalized}
    codes.take_turns(network, *addresses_by_key)
    return [Asked(address, key, hashes(key)) for key, address in addresses_by_key.items()]


def new_to(game: Game, addresses: Sequence[Asked]) -> list[Asked]:
    """Return the addresses that nobody has invited to the game yet."""
    invited_hashes = set(game.address_invitations.values_list("address_hash", flat=True))
    return [address for address in addresses if invited_hashes.isdisjoint(address.hashes)]


def refuse_too_many_of_network(network: str, count: int, now: datetime) -> None:
    """Raise QuotaSpent("too_many_addresses_today") if this network has invited too many within a day."""
    lately = AddressInvitation.objects.filter(network=_network(network), created_at__gt=now - A_DAY)
    times = list(lately.order_by("created_at").values_list("created_at", flat=True))
    over = len(times) + count - MOST_OF_A_NETWORK
    if count and over > 0:
        wait = times[min(over, len(times)) - 1] + A_DAY - now if times else A_DAY
        raise QuotaSpent("too_many_addresses_today", most=MOST_OF_A_NETWORK).after(wait)


def invite(game: Game, host: Player, addresses: Sequence[Asked], network: str, now: datetime) -> list[Player]:
    """Offer a free seat to each address that has no offer yet; return the players among them who should be notified.

    The game's row must be locked.
    """
    players_by_key = {player.email_key: player for player in _players(addresses)}
    to_notify = []
    for address in addresses:
        row = AddressInvitation.objects.create(
            game=game, invited_by=host, address_hash=address.hashes[0], network=_network(network), created_at=now
        )
        player = players_by_key.get(address.key)
        if player is None:
            _email_once(row, address, host, now)
        elif _is_news(game, host, player, now) and not blocks.stand_between(player, host):
            to_notify.append(player)
    return to_notify


def _players(addresses: Sequence[Asked]) -> list[Player]:
    return list(Player.objects.filter(email_key__in=[address.key for address in addresses], is_active=True))


def _is_news(game: Game, host: Player, player: Player, now: datetime) -> bool:
    """Invite the player, invisibly to the table; return whether the player should be notified."""
    if game.seats.filter(player=player).exists():
        return False
    defaults = {"invited_by": host, "created_at": now, "by_address": True}
    return Invitation.objects.get_or_create(game=game, player=player, defaults=defaults)[1]


def _email_once(row: AddressInvitation, address: Asked, host: Player, now: datetime) -> None:
    if ContactedAddress.objects.filter(pk__in=address.hashes).exists():
        return
    ContactedAddress.objects.create(address_hash=address.hashes[0], emailed_at=now)
    context = {
        "host": host.name,
        "rules": words.rules(row.game.ruleset, row.game.options),
        "seats": row.game.seats_wanted,
        "time": length(row.game.time_per_move),
        "others": _name_others(row.game, host),
        "agreed": " ".join(commitments(row.game)),
        "asks": ["table", row.game_id],
        "link": signed_links.address_of(token(row, address.address), INVITED),
        "never": signed_links.address_of(signed_links.sign_row(NEVER, address.hashes[0]), NEVER),
        "language": host.language,
    }
    signals.account_mail.send(
        sender=Player, address=address.address, player=None, template=TEMPLATE, context=context, awaited=False
    )


def _name_others(game: Game, host: Player) -> str:
    seats = game.seats.exclude(player=host).exclude(player=None).select_related("player").order_by("number")
    return words.all_of([seat.display_name for seat in seats])


def hashes(address: str) -> list[str]:
    """Return an address's hash with each of our keys, and those that earlier releases stored."""
    return encryption.digests(PURPOSE, *email_addresses.hashed_forms(address))


def token(row: AddressInvitation, address: str) -> str:
    """Return the token in the email's link: the row, and the address in encrypted form."""
    sealed = base64.urlsafe_b64encode(encryption.seal(PURPOSE, row.pk, address.encode())).decode().rstrip("=")
    return signed_links.sign_row(INVITED, f"{row.pk}.{sealed}")


def read(token: str) -> tuple[str, str] | None:
    """Return the key of the link's row, and the address the link was sent to; None if the link isn't ours."""
    try:
        key, _, sealed = signed_links.read_row(INVITED, token).partition(".")
        encrypted = base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        return key, email_addresses.as_mailed_before(encryption.unseal(PURPOSE, key, encrypted).decode())
    except (BadSignature, binascii.Error, encryption.Unopenable):
        return None


def answered(hashed: Sequence[str]) -> None:
    """Record that an address's reader has answered, so that the next invitation is emailed again."""
    ContactedAddress.objects.filter(pk__in=hashed, stopped_at=None).delete()


def is_invited(address: str) -> bool:
    """Check whether an invitation to this address waits for an answer."""
    rows = AddressInvitation.objects.filter(address_hash__in=hashes(address), answered_at=None)
    return rows.filter(game__status=Game.Status.OPEN).exists()


def decline(address: str, now: datetime) -> None:
    """Decline all invitations to this address, which its reader has proved."""
    hashed = hashes(address)
    AddressInvitation.objects.filter(address_hash__in=hashed, answered_at=None).update(answered_at=now)
    answered(hashed)


def reopen(address: str) -> None:
    """Let the invitations that this address has declined wait for an answer again, where the tables still do."""
    declined = AddressInvitation.objects.filter(address_hash__in=hashes(address), answered_at__isnull=False)
    declined.filter(game__status=Game.Status.OPEN).update(answered_at=None)


def stop(hashed: str, now: datetime) -> None:
    """Stop all invitation emails to this address and decline its open invitations."""
    defaults = {"emailed_at": now, "stopped_at": now}
    row, _ = ContactedAddress.objects.get_or_create(address_hash=hashed, defaults=defaults)
    if row.stopped_at is None:
        ContactedAddress.objects.filter(pk=hashed).update(stopped_at=now)
    AddressInvitation.objects.filter(address_hash=hashed, answered_at=None).update(answered_at=now)


@receiver(signals.player_arrived)
def on_arrival(player: Player, now: datetime, **_: object) -> None:
    """Give a new player the invitations that were sent to their address."""
    hashed = hashes(player.email or "")
    waiting = AddressInvitation.objects.filter(address_hash__in=hashed, answered_at=None)
    invitations = [
        Invitation(game_id=game, player=player, invited_by_id=host, created_at=now, by_address=True)
        for game, host in waiting.filter(game__status=Game.Status.OPEN).values_list("game_id", "invited_by_id")
    ]
    Invitation.objects.bulk_create(invitations, ignore_conflicts=True)
    answered(hashed)


@receiver(signals.player_leaving)
def on_leaving(player: Player, **_: object) -> None:
    """Delete the invitations by and to an erased player."""
    AddressInvitation.objects.filter(invited_by=player).delete()
    AddressInvitation.objects.filter(address_hash__in=hashes(player.email or "")).delete()


def forget_old(*, now: datetime) -> int:
    """Delete invitations to tables that began or closed long ago; return how many."""
    deleted, _ = AddressInvitation.objects.filter(created_at__lte=now - KEPT).delete()
    return deleted


def _network(network: str) -> str:
    return encryption.digests("inviting_network", network.encode())[0]

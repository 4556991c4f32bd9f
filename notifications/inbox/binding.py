"""Proof that an email was meant for us, if its domain's signature omits the recipient, as Microsoft's servers do.

Such a signature proves who wrote what and when, but not that it was meant for the address at which it arrived: anyone
who has received an email from a player could resend it to us. So it is believed in only two cases.

1. It quotes the email of ours that it answers: the first address in its signed text that is not the player's own is the
   reply address at which it arrived. An address quoted twice was quoted by somebody else first, and does not count.
2. Its player has confirmed before that emails signed by this domain are theirs (`sender_addresses`). Then it must name
   no other reply address, its signed subject must be one of ours about the game, it must be recent, and it must never
   have arrived at another address of ours.

Neither case covers forwarded emails, which are for somebody else, or emails without a Message-ID, which identifies
copies.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote

from django.utils.translation import override

from games.email_addresses import comparison_key
from games.models import Game, Player
from notifications import languages, sender_addresses
from notifications.batch.founders import find_seats_at_start
from notifications.inbox import identity
from notifications.inbox.reading import UnreadableEmail, parts
from notifications.inbox.sender import Sender
from notifications.inbox.sender.headers import Header, RawEmail
from notifications.letters import addresses, registry
from notifications.models import InboundEmail
from notifications.reply_addresses import is_ours, is_this, token_in

_ADDRESS: Final = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,80}@[\w.-]{1,120}|(?<=\S)@(?=[\w\[])")
"""Nearly all addresses as a whole, and of any unusual one the "@", so that nobody can hide behind it."""
_PICTURE: Final = re.compile(r"\bcid:[\w.-]{1,80}@[\w.-]{1,120}")
"""A reference to one of our pictures in text converted from HTML."""
_PIECES: Final = re.compile(r"<[^<>]*>|[^<]+|<")
_TAG: Final = re.compile(r"<(/?[a-z]+)", re.IGNORECASE)
_HREF: Final = re.compile(r"\bhref\s*=\s*[\"']?([^\"'\s>]*)", re.IGNORECASE)
_UNSEEN: Final = frozenset({"style", "script", "head"})
_MARKS: Final = re.compile(r"[> ]*")
_PREFIX: Final = re.compile(r"([^\W\d_]{1,4}|doorst|továbbítás) ?[:：] ?", re.IGNORECASE)
"""A prefix that mail programs put before a subject, such as "Re:", in any language."""
_FORWARDED: Final = frozenset(
    ["fw", "fwd", "wg", "tr", "rv", "enc", "i", "vb", "vl", "pd", "ilt", "doorst", "továbbítás", "转发", "轉寄", "転送"]
)
"""Prefixes of forwarded emails. "VS" is not among them: it means forwarded in Danish, but a reply in Finnish."""
MAX_TAG_LENGTH: Final = 4_000
"""Characters of a tag in which a link is sought: ours have a tenth of them."""


class NamedAddress(NamedTuple):
    """An address in a text, and the depth of quotes around it."""

    address: str
    depth: int


def judge_unbound(message: RawEmail, email: InboundEmail) -> Sender:
    """Judge an email whose author's domain has signed it, but not to whom it goes."""
    player, header = email.address.player, message.header
    may_be_for_us = bool(header.message_id) and not _is_forwarded(header)
    is_own = header.author == comparison_key(player.email or "")
    is_accepted = sender_addresses.is_accepted(player, signer(header) if is_own else header.author)
    read = (_quotes_our_email(mentions, header, email) for mentions in named_addresses(message))
    quoted = [quotes for quotes in read if quotes is not None]
    if not (is_own or is_accepted):
        return Sender.OTHER
    if may_be_for_us and all(quoted) and (quoted or (is_accepted and is_new(header, email))):
        return Sender.PLAYER
    return Sender.UNBOUND if is_own else Sender.OTHER


def signer(header: Header) -> str:
    """Return the domain that signs for an email's author, in the form in which a player accepts it."""
    return f"@{header.author.rpartition('@')[2]}"


def named_addresses(message: RawEmail) -> Iterator[list[NamedAddress]]:
    """Yield the addresses that each text of an email names, in their order."""
    try:
        for part in parts.leaves(message):
            if part.kind in ("text/plain", "text/html"):
                pieces = _split_html if part.kind == "text/html" else _split_lines
                yield [
                    NamedAddress(unquote(match[0]).lower(), depth)
                    for words, depth in pieces(parts.decoded(part))
                    for match in _ADDRESS.finditer(_PICTURE.sub("", words))
                ]
    except UnreadableEmail:
        return


def _split_lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield each line with the depth of its quoting."""
    for line in text.split("\n"):
        marks = _MARKS.match(line)
        yield line, marks[0].count(">") if marks else 0


def _split_html(html: str) -> Iterator[tuple[str, int]]:
    """Yield each piece of text and each link with the depth of its quoting."""
    depth, unseen = 0, ""
    for piece in _PIECES.findall(html):
        match = _TAG.match(piece)
        tag = match[1].lower() if match else ""
        if unseen or tag in _UNSEEN:
            unseen = "" if tag == f"/{unseen}" else unseen or tag
            continue
        depth += (tag == "blockquote") - (tag == "/blockquote")
        link = _HREF.search(piece[:MAX_TAG_LENGTH]) if tag == "a" else None
        yield unescape(link[1] if link else "" if match else piece), depth


def _quotes_our_email(mentions: list[NamedAddress], header: Header, email: InboundEmail) -> bool | None:
    """Return whether a text quotes the email of ours that it answers; None if it only names its author and us."""
    own = {header.author, comparison_key(email.address.player.email or "")}
    for address, depth in mentions:
        if token_in(address) is not None:
            return is_this(address, email.address) and depth <= 1
        if comparison_key(address) not in own and not _is_of_site(address, email):
            return False
    return None


def _is_of_site(address: str, email: InboundEmail) -> bool:
    """Check whether an address is the site's own, or the Message-ID of its email; others may share its domain."""
    bare_address = address.rstrip(".-")
    message_id = addresses.message_id(email.address.mail.token)
    return is_ours(bare_address) or bare_address in (addresses.sender(), message_id.strip("<>").lower())


def is_new(header: Header, email: InboundEmail) -> bool:
    """Check whether an email is recent, unique, and by its subject an answer to one of our emails about the game."""
    if not header.message_id or not identity.is_of_now(header, email.received_at):
        return False
    # The order in which rows were written proves nothing, since transactions may end in another order.
    others = InboundEmail.objects.filter(key=email.key).exclude(pk=email.pk)
    return _is_about_its_game(header, email) and not others.exists()


def _is_about_its_game(header: Header, email: InboundEmail) -> bool:
    """Check whether the signed subject is one of ours about the game whose email was answered, and not a digest's."""
    game = email.address.game
    if game is None:
        return False
    _prefixes, subject = _peel_prefixes(header.subject)
    with override(languages.of_mail(email.address.mail)):
        name = subject.partition(": ")[2]
        return name in _list_names(game, email.address.player) and name not in _list_other_names(
            game, email.address.player
        )


def _list_other_names(game: Game, player: Player) -> Iterator[str]:
    """Yield the names of the player's other tables that are not over."""
    others = Game.objects.filter(seats__player=player, ended_at=None).exclude(pk=game.pk)
    for other in others.select_related("host"):
        yield from _list_names(other, player)


def _list_names(game: Game, player: Player) -> Iterator[str]:
    """Yield the name that subjects have for a table, and the one that they had before."""
    seats = list(game.seats.select_related("player").order_by("number"))
    founders = find_seats_at_start(seats).get(game.pk, ())
    names = [registry.table_name(game, founders, player)]
    if seats and not game.name:
        names.append(registry.former_table_name(game, seats, player))
    yield from (" ".join(name.split()) for name in names)


def _is_forwarded(header: Header) -> bool:
    prefixes, _subject = _peel_prefixes(header.subject)
    return not _FORWARDED.isdisjoint(prefixes)


def _peel_prefixes(subject: str) -> tuple[list[str], str]:
    """Return the prefixes that mail programs have put before a subject, and the rest of it."""
    prefixes = []
    while match := _PREFIX.match(subject):
        prefixes.append(match[1].lower())
        subject = subject[match.end() :]
    return prefixes, subject

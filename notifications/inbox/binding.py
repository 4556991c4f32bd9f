"""What binds an email to us that its author's domain has signed, but not to whom it goes, as Microsoft's servers sign.

Such a signature proves who wrote it, when, and what; not that it was meant for the address to which it came: whoever
has a player's email, to whomever it went, could send it on to us. So it is believed in two cases alone.

1. It quotes the email of ours that it answers: the first address in its signed text that is not the player's own is the
   reply address to which it came. What is quoted twice was quoted by somebody else first, and counts for nothing.
2. Its player has said once that emails signed by this domain are theirs (`sender_addresses`). Then it must name no
   other reply address, its signed subject must be one of ours about the game, and it must be of these days, and never
   have come to any other address of ours.

Neither goes for what is forwarded, which is for somebody else, nor without a Message-ID, by which a copy is known.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote

from games.email_addresses import comparison_key
from notifications import sender_addresses
from notifications.inbox import identity
from notifications.inbox.reading import UnreadableEmail, parts
from notifications.inbox.sender import Sender
from notifications.inbox.sender.headers import Header
from notifications.letters import addresses, registry
from notifications.models import InboundEmail
from notifications.reply_addresses import is_ours, is_this, token_in

_ADDRESS: Final = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,80}@[\w.-]{1,120}|(?<=\S)@(?=[\w\[])")
"""One as nearly all are; and of any other its @, so that nobody hides behind an unusual one."""
_PICTURE: Final = re.compile(r"\bcid:[\w.-]{1,80}@[\w.-]{1,120}")
"""What stands for a picture of ours where HTML has become text."""
_PIECES: Final = re.compile(r"<[^<>]*>|[^<]+|<")
_TAG: Final = re.compile(r"<(/?[a-z]+)", re.IGNORECASE)
_HREF: Final = re.compile(r"\bhref\s*=\s*[\"']?([^\"'\s>]*)", re.IGNORECASE)
_UNSEEN: Final = frozenset({"style", "script", "head"})
_MARKS: Final = re.compile(r"[> ]*")
_PREFIX: Final = re.compile(r"([^\W\d_]{1,4}|doorst|továbbítás) ?[:：] ?", re.IGNORECASE)
"""What mail programs put before a subject: "Re:", in the language of the program."""
_FORWARDED: Final = frozenset(
    ["fw", "fwd", "wg", "tr", "rv", "enc", "i", "vb", "vl", "pd", "ilt", "doorst", "továbbítás", "转发", "轉寄", "転送"]
)
"""Those of what is forwarded. Not "VS", which is that in Danish, but an answer in Finnish."""
MAX_TAG_LENGTH: Final = 4_000
"""Characters of a tag in which a link is sought: ours have a tenth of them."""


class NamedAddress(NamedTuple):
    """An address in a text, and in how many quotes it stands."""

    address: str
    depth: int


def judge_unbound(raw: bytes, header: Header, email: InboundEmail) -> Sender:
    """Judge an email whose author's domain has signed it, but not to whom it goes."""
    player = email.address.player
    may_be_for_us = bool(header.message_id) and not _is_forwarded(header)
    is_own = header.author == comparison_key(player.email or "")
    is_accepted = sender_addresses.is_accepted(player, signer(header) if is_own else header.author)
    read = (_quotes_our_email(mentions, header, email) for mentions in named_addresses(raw, header))
    quoted = [quotes for quotes in read if quotes is not None]
    if not (is_own or is_accepted):
        return Sender.OTHER
    if may_be_for_us and all(quoted) and (quoted or (is_accepted and is_new(header, email))):
        return Sender.PLAYER
    return Sender.UNBOUND if is_own else Sender.OTHER


def signer(header: Header) -> str:
    """Return the domain that signs for an email's author, in the form in which a player accepts it."""
    return f"@{header.author.rpartition('@')[2]}"


def named_addresses(raw: bytes, header: Header) -> Iterator[list[NamedAddress]]:
    """Yield the addresses that each text of an email names, in their order."""
    try:
        for part in parts.leaves(raw, header):
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
    """Yield the lines, and in how many quotes each stands."""
    for line in text.split("\n"):
        marks = _MARKS.match(line)
        yield line, marks[0].count(">") if marks else 0


def _split_html(html: str) -> Iterator[tuple[str, int]]:
    """Yield the words and the links, and in how many quotes each stands."""
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
    """Return whether a text quotes the email of ours that it answers; None if it names nobody but its author and us."""
    own = {header.author, comparison_key(email.address.player.email or "")}
    for address, depth in mentions:
        if token_in(address) is not None:
            return is_this(address, email.address) and depth <= 1
        if comparison_key(address) not in own and not _is_of_site(address, email):
            return False
    return None


def _is_of_site(address: str, email: InboundEmail) -> bool:
    """Check whether an address is the site's own, or the Message-ID of its email. Others may share its domains."""
    bare_address = address.rstrip(".-")
    message_id = addresses.message_id(email.address.mail.token)
    return is_ours(bare_address) or bare_address in (addresses.sender(), message_id.strip("<>").lower())


def is_new(header: Header, email: InboundEmail) -> bool:
    """Check whether an email answers one of ours about the game, by its subject, was written lately, and came once."""
    if not header.message_id or not identity.is_of_now(header, email.received_at):
        return False
    # Which row was written first would say nothing: its transaction may end after that of another.
    others = InboundEmail.objects.filter(key=email.key).exclude(pk=email.pk)
    return _is_about_its_game(header, email) and not others.exists()


def _is_about_its_game(header: Header, email: InboundEmail) -> bool:
    """Check whether an email's signed subject is one of ours about the game to whose email it came, not a digest's."""
    game = email.address.game
    _prefixes, subject = _peel_prefixes(header.subject)
    return game is not None and subject.partition(": ")[2] == " ".join(registry.told_apart(game).split())


def _is_forwarded(header: Header) -> bool:
    prefixes, _subject = _peel_prefixes(header.subject)
    return not _FORWARDED.isdisjoint(prefixes)


def _peel_prefixes(subject: str) -> tuple[list[str], str]:
    """Return what mail programs have put before a subject, and the rest."""
    prefixes = []
    while match := _PREFIX.match(subject):
        prefixes.append(match[1].lower())
        subject = subject[match.end() :]
    return prefixes, subject

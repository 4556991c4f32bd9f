"""A letter as a MIME email: complete text first, HTML second, and the headers that mail programs expect."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime, formataddr, parseaddr
from typing import Final

from django.conf import settings

from notifications import links
from notifications.letters import addresses, inline_css, octets
from notifications.letters.document import SITE, Picture
from notifications.letters.octets import BodyPart, Field, ReadyEmail
from notifications.letters.site_questions import SiteQuestion
from notifications.lists import list_of_club
from notifications.models import Mail
from notifications.reply_addresses import EmailQuestion, LetteredQuestion, NewAddress

NAMES: Final = {"png": "board.png", "gif": "film.gif"}
"""The file names under which mail programs save pictures."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An email's text and HTML, and the pictures that its HTML shows.

    The HTML may have a `<style>`, which is copied into the tags for mail programs that drop it. `question` is the
    question that can be answered by email, if any; `reply_to` is the address for the answer, which the links contain;
    `of_games` holds the questions about each game of a digest. `about` is the name of the email's one game, if it has
    only one. `appeals` is the sanction that a reply answers (`games.people.appeal_links`). `of_club` is the club whose
    announcements are all that the email says: its id, and "" for any other email. `asks` is the invitation that is all
    that the email asks about, if it is answered at the site.
    """

    subject: str
    text: str
    html: str
    pictures: Sequence[Picture] = ()
    question: EmailQuestion | None = None
    reply_to: NewAddress = field(default_factory=NewAddress)
    of_games: Sequence[LetteredQuestion] = ()
    about: str = ""
    appeals: str = ""
    of_club: str = ""
    asks: SiteQuestion | None = None


def envelope(letter: Letter, mail: Mail, *, to: str, reply_to: str = "", now: datetime) -> ReadyEmail:
    """Return the letter, addressed and ready to send.

    The return path names the mail, so that a bounce identifies it. `reply_to` is the address for answers, if any.
    Raises BadHeaderError for a line break in a header, ValueError for an invalid address.
    """
    parts = octets.text("plain", letter.text), _add_pictures(letter, mail.token)
    body = octets.multipart("alternative", mail.token, parts)
    email_octets = octets.with_header(_list_headers(letter, mail, to, reply_to, now), body)
    return ReadyEmail(sender=addresses.return_path(mail), to=to, octets=email_octets)


def _add_pictures(letter: Letter, token: str) -> BodyPart:
    """Return the HTML with its pictures, if any, attached to the HTML alone, so that the text has none (RFC 2387)."""
    html = octets.text("html", inline_css.inlined(letter.html))
    if not letter.pictures:
        return html
    pictures = (
        octets.picture(picture.kind, picture.image, picture.cid, NAMES[picture.kind]) for picture in letter.pictures
    )
    return octets.multipart("related", token, [html, *pictures], ' type="text/html";')


def _list_headers(letter: Letter, mail: Mail, to: str, reply_to: str, now: datetime) -> Iterator[Field]:
    """Yield the email's header fields in order, without those about its parts."""
    yield "MIME-Version", "1.0"
    yield "Subject", " ".join(letter.subject.split())
    yield "From", settings.DEFAULT_FROM_EMAIL
    yield "To", to
    if reply_to:
        yield "Reply-To", _format_reply_to(letter, reply_to)
    yield "Date", format_datetime(now)
    yield "Message-ID", addresses.message_id(mail.token)
    yield from _thread_headers(mail)
    yield "x-ms-reactions", "disallow"  # stops Outlook from offering reactions, which nobody would see
    if mail.stream and mail.player_id is not None:
        stops = list_of_club(letter.of_club) if letter.of_club else mail.stream
        yield from _stream_headers(mail.player_id, mail.stream, stops, is_answered=bool(reply_to))
    if never := (mail.context or {}).get("never"):
        yield from _unsubscribe_headers(never)


def _format_reply_to(letter: Letter, address: str) -> str:
    """Return the address with a display name, which mail programs show and store instead of the token."""
    site = parseaddr(settings.DEFAULT_FROM_EMAIL)[0] or SITE
    name = " - ".join(filter(None, (site, " ".join(letter.about.split()))))
    return formataddr((name, address)) if name.isascii() else f"{octets.encoded('Reply-To', name)} <{address}>"


def _thread_headers(mail: Mail) -> Iterator[Field]:
    """Yield the headers that mark the email as automatic, and those that name the messages it follows."""
    answered = (mail.context or {}).get("answers")
    yield "Auto-Submitted", "auto-replied" if answered else "auto-generated"  # RFC 3834 5: no vacation replies
    if thread := " ".join(filter(None, (_thread_root(mail), answered))):
        yield from (("In-Reply-To", answered or thread), ("References", thread))


def _thread_root(mail: Mail) -> str:
    """Return the Message-ID that holds the thread together: of a game's emails, or of a reader's digests."""
    if mail.game_id is not None:
        return addresses.thread_root(mail.game_id)
    return addresses.digest_root(mail.player_id) if mail.is_digest and mail.player_id else ""


def _stream_headers(player_id: str, stream: str, stops: str, *, is_answered: bool) -> Iterator[Field]:
    """Yield the headers that filters and mail programs use for the stream; `stops` is the list that a click ends.

    An email that can be answered has no List-Id (RFC 2919): Evolution would treat a reply as one to a mailing list, and
    ask before sending it.
    """
    yield "X-Night-Mail-Stream", stream
    if not is_answered:
        yield "List-Id", f"Night Mail {stream} {addresses.list_id(stream)}"
    yield from _unsubscribe_headers(links.unsubscribe_url(player_id, stops))


def _unsubscribe_headers(url: str) -> Iterator[Field]:
    yield "List-Unsubscribe", f"<{url}>"
    yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"  # RFC 8058 3.1

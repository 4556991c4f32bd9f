"""A letter as bytes: text first and complete, HTML second, and the headers that email readers expect."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.utils import format_datetime
from typing import Any, Final

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from notifications import links
from notifications.letters import addresses
from notifications.letters.document import Picture
from notifications.models import Mail
from notifications.reply_addresses import EmailQuestion, LetteredQuestion, NewAddress

NAMES: Final = {"png": "board.png", "gif": "film.gif"}
"""The file name of a picture that someone saves."""

_inliner = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)


@dataclass(frozen=True, slots=True)
class Letter:
    """What a letter says, and the pictures that its HTML shows.

    The HTML may have a `<style>`, which is put into the tags too, for readers that drop it. `question`: what can be
    answered by email, if anything, and `reply_to` the address for that, which stands in its links; `of_games` is what
    can be answered about each game of a digest.
    """

    subject: str
    text: str
    html: str
    pictures: Sequence[Picture] = ()
    question: EmailQuestion | None = None
    reply_to: NewAddress = field(default_factory=NewAddress)
    of_games: Sequence[LetteredQuestion] = ()


class Illustrated(EmailMultiAlternatives):
    """An email whose HTML brings its pictures along (RFC 2387): beside the text, so that readers of text see none."""

    def __init__(self, *, pictures: Sequence[Picture], **named: Any) -> None:
        super().__init__(**named)
        self._pictures = pictures

    def message(self, **named: Any) -> Any:
        """The message with the HTML and its pictures as one part."""
        message: Any = super().message(**named)
        if self._pictures:
            text, html = message.get_payload()
            message.set_payload([text, self._related(html)])
        return message

    def _related(self, html: MIMEBase) -> MIMEBase:
        whole = MIMEMultipart("related", type="text/html")
        for part in (html, *map(_attached, self._pictures)):
            whole.attach(part)
        return whole


def _attached(picture: Picture) -> MIMEBase:
    part = MIMEImage(picture.image, picture.kind)
    part["Content-ID"] = f"<{picture.cid}>"
    part.add_header("Content-Disposition", "inline", filename=NAMES[picture.kind])
    return part


def envelope(letter: Letter, mail: Mail, *, to: str, reply_to: str = "", now: datetime) -> EmailMultiAlternatives:
    """The letter, addressed and ready to be sent.

    The return path has the mail's token, so that a bounce tells which mail it is about. `reply_to`: the address that
    answers it, if any.
    """
    message = Illustrated(
        pictures=letter.pictures,
        subject=" ".join(letter.subject.split()),
        body=letter.text,
        from_email=addresses.return_path(mail.token),
        to=[to],
        reply_to=[reply_to] if reply_to else None,
        headers=dict(_headers(mail, now)),
    )
    message.attach_alternative(_inliner.inline(letter.html), "text/html")
    return message


def _headers(mail: Mail, now: datetime) -> Iterator[tuple[str, str]]:
    yield "From", settings.DEFAULT_FROM_EMAIL
    yield "Date", format_datetime(now)
    yield "Message-ID", addresses.message_id(mail.token)
    answered = (mail.context or {}).get("answers")
    yield "Auto-Submitted", "auto-replied" if answered else "auto-generated"  # RFC 3834 5: no holiday answers this
    if thread := " ".join(filter(None, (_root(mail), answered))):
        yield from (("In-Reply-To", answered or thread), ("References", thread))
    if mail.stream and mail.player_id is not None:
        yield from _list_headers(mail.player_id, mail.stream)
    if never := (mail.context or {}).get("never"):
        yield from _one_click(never)


def _root(mail: Mail) -> str:
    """What holds its thread together: of a game's emails, or of one reader's digests."""
    if mail.game_id is not None:
        return addresses.thread_root(mail.game_id)
    return addresses.digest_root(mail.player_id) if mail.is_digest and mail.player_id else ""


def _list_headers(player_id: str, stream: str) -> Iterator[tuple[str, str]]:
    yield "List-Id", f"Night Mail {stream} {addresses.list_id(stream)}"
    yield from _one_click(links.unsubscribe_url(player_id, stream))


def _one_click(url: str) -> Iterator[tuple[str, str]]:
    yield "List-Unsubscribe", f"<{url}>"
    yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"  # RFC 8058 3.1

"""What we answer to emails that players have written to us."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import words
from notifications import links
from notifications.letters import shown, subjects, turn_email
from notifications.letters.document import Button, Element, Heading, Items, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds


@letter(kinds.EMAIL_ANSWERED, subject=subjects.TURN, body=Body.TURN)
def email_answered(occasion: Occasion) -> Iterator[Element]:
    """What became of it, line by line; and what is asked now, if anything is."""
    for line in _kept(occasion).get("said", ()):
        yield Paragraph(line)
    yield from _button(occasion)
    if occasion.seen is not None and occasion.seen.turn is not None:
        yield Heading(words.asked(occasion.seen.turn.kind))
        yield from turn_email.deadline(occasion.seen)


@letter(kinds.GAME_SHOWN, subject=subjects.TURN, body=Body.SHOWN)
def game_shown(occasion: Occasion) -> Iterator[Element]:
    """What became of an email, if it did more than ask; and what it asked to see."""
    kept = _kept(occasion)
    for line in kept.get("said", ()):
        yield Paragraph(line)
    yield from _button(occasion)
    if occasion.seen is not None:
        yield from shown.what(occasion.seen, kept.get("shows", ()))


@letter(kinds.EMAIL_DOUBTED, subject=subjects.TURN)
def email_doubted(occasion: Occasion) -> Iterator[Element]:
    """What it asks for, and how to say that one meant it."""
    kept = _kept(occasion)
    yield Paragraph(_("Did you write this email?"))
    yield Paragraph(
        _("An email from %(author)s came in answer to one of ours, without proof that you wrote it. It asks for this:")
        % {"author": kept.get("author") or _("an unknown address")}
    )
    yield Items(list(kept.get("said", ())))
    yield Paragraph(_("Nothing has been done. If you did write it, reply to this email with the word “yes”."))
    yield from _button(occasion)
    yield Paragraph(_("If you did not, you need not do anything."))


def _button(occasion: Occasion) -> Iterator[Element]:
    """Where one can say yes without writing, if anything waits for that."""
    email = _kept(occasion).get("confirms")
    if email is not None:
        url = links.confirm_url(occasion.reader, email, occasion.batch.now)
        yield Button(_("Or say yes on this page"), url)


def _kept(occasion: Occasion) -> Mapping[str, Any]:
    mail = occasion.one.mail
    return (mail.context if mail else None) or {}

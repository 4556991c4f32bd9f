"""What we answer to emails that players have written to us."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import links
from notifications.context import Context
from notifications.letters import holding, shown, subjects, turn_email
from notifications.letters.document import SENTENCE, Button, Element, Items, Paragraph
from notifications.letters.gathering import gathered
from notifications.letters.registry import Body, Occasion, letter
from notifications.letters.sections import Suggested
from notifications.policy import kinds

LONGEST_HEADLINE: Final = 60
"""Characters: three lines on a phone."""


@letter(kinds.EMAIL_ANSWERED, subject=subjects.TURN, body=Body.TURN)
def email_answered(occasion: Occasion) -> Iterator[Element]:
    """What became of it, line by line; and what is asked now, if anything is."""
    kept = _kept(occasion)
    yield from _outcome(kept)
    yield from _button(occasion)
    if occasion.seen is not None:
        yield from _suggested(occasion.seen, kept)
    if occasion.seen is not None and occasion.seen.turn is not None:
        yield from turn_email.question(occasion.seen.turn)
        yield from turn_email.until(occasion.seen)
    elif occasion.seen is not None:
        yield from turn_email.whose_turn(occasion.seen)


def _outcome(kept: Mapping[str, Any]) -> Iterator[Element]:
    """What became of an email; or of many, one after the other."""
    if "gathered" not in kept:
        yield from _headline_and_rest(kept.get("said", ()))
        return
    yield from gathered(kept["gathered"])
    yield Items(list(kept.get("said", ())))


def _headline_and_rest(lines: Sequence[str]) -> Iterator[Element]:
    """What there is to say, below a headline: the first sentence if it is short."""
    headline, *rest = SENTENCE.split(lines[0], maxsplit=1) if lines else [""]
    if len(headline) > LONGEST_HEADLINE:
        headline, rest = _("What came of your email"), list(lines[:1])
    yield from map(Paragraph, filter(None, [headline, *rest, *lines[1:]]))


@letter(kinds.GAME_SHOWN, subject=subjects.TURN, body=Body.SHOWN)
def game_shown(occasion: Occasion) -> Iterator[Element]:
    """What became of an email, if it did more than ask; and what it asked to see."""
    kept = _kept(occasion)
    yield from _outcome(kept)
    yield from _button(occasion)
    if occasion.seen is not None:
        yield from _suggested(occasion.seen, kept)
        if "status" not in kept.get("shows", ()):
            yield from turn_email.whose_turn(occasion.seen)
        yield from shown.what(occasion.seen, kept.get("shows", ()))


_FROM_ELSEWHERE: Final = gettext_lazy(
    "Do you also write from %(author)s? Then reply “yes always”, from your account’s address too, and emails from "
    "%(author)s count as yours from now on. The page below can do the same."
)
_NOT_TO_US: Final = gettext_lazy(
    "Your provider has signed it, but not to whom it goes (%(author)s). One “yes”, and such emails are not asked about "
    "any more. They never are if you leave our email quoted below your answer."
)


@letter(kinds.EMAIL_DOUBTED, subject=subjects.TURN)
def email_doubted(occasion: Occasion) -> Iterator[Element]:
    """What it asks for, and how to say that one meant it."""
    kept = _kept(occasion)
    yield Paragraph(_("Did you write this email?"))
    unproved = _(
        "An email from %(author)s came in answer to one of ours, without proof that you wrote it. It asks for this:"
    )
    yield Paragraph(unproved % {"author": kept.get("author") or _("an unknown address")})
    yield Items(list(kept.get("said", ())))
    home = _("Nothing has been done. If you did write it, reply “yes” from your account’s address, %(own)s.")
    yield Paragraph(home % {"own": occasion.reader.email})
    if signed_by := kept.get("signed_by"):
        yield Paragraph((_NOT_TO_US if signed_by.startswith("@") else _FROM_ELSEWHERE) % {"author": signed_by})
    yield from _button(occasion)
    yield Paragraph(_("If you did not, you need not do anything. Don’t forward this email: its link says yes for you."))


def _suggested(context: Context, kept: Mapping[str, Any]) -> Iterator[Element]:
    """What may have been meant, if it can still be played; with the email's own numbers, or those that follow them."""
    told = kept.get("suggests")
    if not told or context.prompt is None or context.prompt["id"] != told["prompt"]:
        return
    listed = shown.listed(context, kept.get("shows", ()))
    places = {moves[0]: number for number, moves in enumerate(listed, 1) if len(moves) == 1}
    further = [move for move in told["moves"] if move not in places]
    places |= {move: number for number, move in enumerate(further, len(listed) + 1)}
    letters = holding.letters_of_offer(context.view, context.seat)
    numbered = [(places[move], holding.in_letters(move, letters)) for move in told["moves"]]
    asked = _("Did you mean this?") if len(numbered) == 1 else _("Did you mean one of these?")
    hint = _("Reply “yes”, and it is played.") if len(numbered) == 1 else _("Reply with its number, and it is played.")
    yield Suggested(asked, numbered, hint, further)


def _button(occasion: Occasion) -> Iterator[Element]:
    """Where one can say yes without writing, if anything waits for that."""
    email = _kept(occasion).get("confirms")
    if email is not None:
        url = links.confirm_url(occasion.reader, email, occasion.batch.now)
        yield Button(_("Or say yes on this page"), url)


def _kept(occasion: Occasion) -> Mapping[str, Any]:
    mail = occasion.one.mail
    return (mail.context if mail else None) or {}

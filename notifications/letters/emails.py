"""Our replies to emails from players."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.codec import Json
from games.models import Game
from games.models.talk import LONGEST_LINE
from games.presentation import words
from notifications import links
from notifications.context import Context
from notifications.letters import (
    agreements,
    endings,
    hand,
    invitations,
    move_names,
    places,
    player_counts,
    shown,
    subjects,
    turn_email,
)
from notifications.letters.choices import best_choices
from notifications.letters.combined import gathered
from notifications.letters.document import Button, Element, Items, Paragraph
from notifications.letters.first_sentences import first_sentence
from notifications.letters.registry import Body, Occasion, letter
from notifications.letters.sections import Suggested, SuggestedTurn, Unsaid
from notifications.order_words import order_words
from notifications.policy import kinds, relevance

LONGEST_HEADLINE: Final = 60
"""Characters: three lines on a phone."""


@letter(kinds.EMAIL_ANSWERED, subject=subjects.ANSWER, body=Body.TURN, leads=places.to_left_game)
def email_answered(occasion: Occasion) -> Iterator[Element]:
    """Report what was done about the reader's email, line by line, and ask the open question, if any.

    A question that the reader's own move has opened comes first: the game waits for it.
    """
    mail_context = _mail_context(occasion)
    if occasion.opens_turn and occasion.context.turn:
        yield turn_email.ask(occasion.context.turn)
    yield from _tell_outcome(mail_context, is_head=not occasion.opens_turn)
    if unsaid := mail_context.get("unsaid"):
        yield Unsaid(unsaid[:LONGEST_LINE])
    yield from agreements.ask_again(occasion)
    yield from _link_yes(occasion)
    yield from _lead_on(occasion, mail_context)
    if occasion.seat_context is not None:
        yield from _suggest(occasion.seat_context, mail_context)
    if not (occasion.opens_turn or kinds.YOUR_TURN.name in occasion.kinds):
        is_told = invitations.begun_without() in mail_context["said"]
        yield from _ask_next(occasion, is_done=bool(mail_context.get("done")) or is_told)


def _lead_on(occasion: Occasion, mail_context: Json) -> Iterator[Element]:
    """Link to the table where the reader plays again; of a game that is over, say how it ended."""
    if leads_to := mail_context.get("leads_to"):
        yield Button(_("To the new table"), places.sign_in_url(reverse("waiting-room", args=[leads_to])))
    elif not mail_context.get("done"):
        yield from endings.afterwards(occasion)


def _ask_next(occasion: Occasion, *, is_done: bool) -> Iterator[Element]:
    """Ask the open question, or say whose turn it is; ask an invited reader whether they join, even after a no."""
    is_planned = not occasion.game.paused_at and relevance.plan_is_asked(occasion.notification, occasion.batch)
    if occasion.seat_context is not None and is_planned:
        yield from [turn_email.tell_plan()] if occasion.seat_context.turn else []
    elif occasion.seat_context is not None and occasion.seat_context.turn is not None:
        if not occasion.game.paused_at:
            yield from turn_email.question(occasion.seat_context.turn)
        yield from turn_email.until(occasion.seat_context)
    elif occasion.seat_context is not None:
        yield from turn_email.whose_turn(occasion.seat_context)
    elif relevance.may_still_answer(occasion.notification, occasion.batch) or (
        not is_done and relevance.may_join_after_all(occasion.notification, occasion.batch)
    ):
        yield invitations.ask(occasion)
    elif not is_done and relevance.has_missed_the_start(occasion.notification, occasion.batch):
        yield Paragraph(invitations.begun_without())
    elif occasion.batch.stand_in_of(occasion.notification) and occasion.game.status == Game.Status.RUNNING:
        yield places.back(occasion.reader, occasion.game.pk, occasion.batch.now)


def _tell_outcome(mail_context: Json, *, is_head: bool = True) -> Iterator[Element]:
    """Report what was done about an email, or about several in order, and each ticket that was chosen."""
    if "gathered" in mail_context:
        yield from gathered(mail_context["gathered"])
        yield Items(list(mail_context.get("said", ())))
    elif is_head:
        yield from _headline_and_rest(mail_context)
    else:
        yield from map(Paragraph, dict.fromkeys(mail_context.get("said", ())))
    if tickets := mail_context.get("tickets"):
        yield Items(list(tickets))
    yield from map(Paragraph, mail_context.get("afterwards", ()))


def _headline_and_rest(mail_context: Json) -> Iterator[Element]:
    """Split an outcome into a headline and the rest: the first sentence becomes the headline if it is short."""
    lines = list(dict.fromkeys(mail_context.get("said", ())))
    headline, rest = first_sentence(lines[0]) if lines else ("", "")
    if len(headline) > LONGEST_HEADLINE:
        headline, rest = _("Done") if mail_context.get("done") else _("Not done"), lines[0]
    yield from map(Paragraph, filter(None, [headline, rest, *lines[1:]]))


@letter(kinds.GAME_SHOWN, subject=subjects.SHOWN, body=Body.SHOWN, leads=places.to_left_game)
def game_shown(occasion: Occasion) -> Iterator[Element]:
    """Show what the reader's email asked to see, after reporting anything else it did."""
    mail_context = _mail_context(occasion)
    yield from _tell_outcome(mail_context)
    if unsaid := mail_context.get("unsaid"):
        yield Unsaid(unsaid[:LONGEST_LINE])
    yield from agreements.ask_again(occasion)
    yield from _link_yes(occasion)
    yield from endings.afterwards(occasion)
    if occasion.seat_context is None:
        yield from _show_from_outside(occasion)
    else:
        yield from _suggest(occasion.seat_context, mail_context)
        if "status" not in mail_context.get("shows", ()):
            yield from turn_email.whose_turn(occasion.seat_context)
        yield from shown.what(occasion.seat_context, mail_context.get("shows", ()))


def _show_from_outside(occasion: Occasion) -> Iterator[Element]:
    """Show a reader for whom a stand-in plays what lies open, and the way back; others have nothing to see."""
    if occasion.batch.stand_in_of(occasion.notification) is None:
        yield Paragraph(_("You have no seat at this table now: there is nothing of yours to show."))
    elif occasion.game.status == Game.Status.RUNNING:
        yield Paragraph(_("A stand-in has your seat."))
        yield Paragraph(words.coming_back(occasion.game))
        yield places.back(occasion.reader, occasion.game.pk, occasion.batch.now)
        yield from player_counts.seen_from_outside(occasion.batch, occasion.game)
    else:
        yield from endings.show_outsider(occasion)


_FROM_ELSEWHERE: Final = gettext_lazy(
    "Do you also write from %(author)s? Then reply “%(always)s”, from your account’s address too, and emails from "
    "%(author)s count as yours from now on. The page below can do the same."
)
_NOT_TO_US: Final = gettext_lazy(
    "Your provider has signed it, but not to whom it goes (%(author)s). One “%(yes)s”, and such emails are not asked "
    "about any more. They never are if you leave our email quoted below your answer."
)


@letter(kinds.EMAIL_DOUBTED, subject=subjects.DOUBTED)
def email_doubted(occasion: Occasion) -> Iterator[Element]:
    """Say what an unverified email asks for, and how its author can confirm it."""
    mail_context = _mail_context(occasion)
    yield Paragraph(_("Did you write this email?"))
    unproved = _(
        "An email from %(author)s came in answer to one of ours, without proof that you wrote it. It asks for this:"
    )
    yield Paragraph(unproved % {"author": mail_context.get("author") or _("an unknown address")})
    yield Items(list(mail_context.get("said", ())))
    home = _("Nothing has been done. If you did write it, reply “%(yes)s” from your account’s address, %(own)s.")
    yield Paragraph(home % {**order_words(), "own": occasion.reader.email})
    if signed_by := mail_context.get("signed_by"):
        about = _NOT_TO_US if signed_by.startswith("@") else _FROM_ELSEWHERE
        yield Paragraph(about % {**order_words(), "author": signed_by})
    yield from _link_yes(occasion)
    yield Paragraph(_("If you did not, you need not do anything. Don’t forward this email: its link says yes for you."))


def _suggest(context: Context, mail_context: Json) -> Iterator[Element]:
    """Suggest what may have been meant and is still legal, in words, numbered as in the email's list or after it."""
    suggestion = mail_context.get("suggests")
    if not suggestion or context.prompt is None or context.prompt["id"] != suggestion["prompt"]:
        return
    listed = shown.listed(context, mail_context.get("shows", ()))
    suggested = [tuple(moves.splitlines()) for moves in suggestion["moves"]]
    numbers = {tuple(moves): number for number, moves in enumerate(listed, 1) if moves}
    further = [moves for moves in suggested if moves not in numbers]
    numbers |= {moves: number for number, moves in enumerate(further, len(listed) + 1)}
    turns = [_name_turn(context, numbers[moves], moves) for moves in suggested]
    heading = _("Did you mean this?") if len(turns) == 1 else _("Did you mean one of these?")
    hint = (
        _("Reply “%(yes)s”, and it is played.") % order_words()
        if len(turns) == 1
        else _("Reply with its number, and it is played.")
    )
    yield Suggested(heading, turns, hint, further)


def _name_turn(context: Context, number: int, moves: Sequence[str]) -> SuggestedTurn:
    """Name moves that may have been meant as the list does, or else in words like its own."""
    letters = hand.letters_of_offer(context.view, context.seat)
    listed = (choice.name for choice in best_choices(context) if tuple(choice.moves) == moves)
    name = move_names.name_moves(context.rules, moves, context.view["market"], letters)
    return SuggestedTurn(number, next(listed, name), [hand.in_letters(move, letters) for move in moves])


def _link_yes(occasion: Occasion) -> Iterator[Element]:
    """Link to the page for saying yes without an email, if a yes is pending."""
    email = _mail_context(occasion).get("confirms")
    if email is not None:
        url = links.confirm_url(occasion.reader, email, occasion.batch.now)
        yield Button(_("Or say yes on this page"), url)


def _mail_context(occasion: Occasion) -> Json:
    mail = occasion.notification.mail
    return (mail.context if mail else None) or {}

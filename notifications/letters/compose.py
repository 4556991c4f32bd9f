"""Composition of an email from its notifications.

An email is written when it is sent, from what its reader's seat may know at that moment, and is never stored. It opens
with the news, one letter for each kind of notification (`registry`); how much of the game it shows depends on whether
the game is still running and waits for the reader.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeGuard

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.presentation import words
from notifications import languages, links, reply_addresses
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters import (
    accounts,
    agreements,
    closings,
    clubs,
    cups,
    disputes,
    document,
    emails,
    games,
    invitations,
    leagues,
    places,
    seats,
    series,
    site,
    tables,
    timeouts,
    turn_email,
    turns,
)
from notifications.letters.document import Element, Link, OpeningWords, Picture
from notifications.letters.mime import Letter
from notifications.letters.questions import AskedForWord, AskedToAgree, AskedToJoin
from notifications.letters.registry import LETTERS, Body, Occasion, name_table
from notifications.letters.sections import ByMail, ChoiceLines, SmallLinks, Suggested, Unsaid
from notifications.lists import describe_emails, list_of_club
from notifications.models import Mail, Notification
from notifications.policy import kinds
from notifications.reply_addresses import NOTHING_ASKED, EmailQuestion, NewAddress
from notifications.times import spell

MODULES = (
    agreements,
    closings,
    clubs,
    cups,
    disputes,
    emails,
    games,
    invitations,
    leagues,
    seats,
    series,
    tables,
    timeouts,
    turns,
)
"""The modules that define letters: importing them fills the table."""
_ASKING: Final = frozenset({Body.TURN, Body.ASKED_BACK})
TakesReply = AskedForWord | AskedToJoin | Unsaid
"""The parts that a reply can answer, whatever else an email says."""


def write(mail: Mail, notifications: Sequence[Notification], batch: Batch) -> Letter:
    """Write the email for these notifications, the most important first; without any, one about an account."""
    with override(languages.of_mail(mail)):
        if not notifications:
            return site.write(mail) if mail.template in (site.TEMPLATE, site.TABLES_TEMPLATE) else accounts.write(mail)
        names, about = _list_names(notifications[0], batch), _name_game(notifications, batch)
        parts = document.headed(keep_yes_apart(list(_build_parts(mail, notifications, batch))), about, names)
        subject, lead, reply_to = subject_of(notifications, batch), preheader(notifications, batch), NewAddress()
        if reply_addresses.are_offered():
            by_mail = ByMail(str(reply_to), subject)
            parts = [
                replace(part, by_mail=by_mail) if isinstance(part, TakesReply) else part
                for part in answered_at(by_mail, parts, agreed_to(parts))
            ]
        html = document.html(parts, title=subject, language=get_language() or "", preheader=lead)
        pictures = [part for part in parts if isinstance(part, Picture)]
        can_be_answered = mail.game_id is not None or any(isinstance(part, TakesReply) for part in parts)
        email_question = question(parts) if can_be_answered else None
        answers = disputes.appeals_in(notifications, batch)
        return Letter(
            subject, document.text(parts), html, pictures, email_question, reply_to, about=about, appeals=answers
        )


def _build_parts(mail: Mail, notifications: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    """Build an email's parts: the contents of its notifications, then small links, and a seal if they show the game."""
    seated = to_a_seat(notifications)
    context = batch.context(seated) if seated else None
    yield from _build_body(notifications, batch, context) if context else to_outsider(notifications, batch)
    yield SmallLinks([*_link_help(notifications, batch), *footer(mail, batch)])
    if context and _body_of(notifications, context) in turn_email.SEALED:
        yield turn_email.witness(context)


def _name_game(notifications: Sequence[Notification], batch: Batch) -> str:
    """Return the game's name, or its ruleset's title if the reader has no seat, since hosts may type anything."""
    game = batch.game(notifications[0].of_game)
    if to_a_seat(notifications) is None:
        return words.title(game.ruleset)
    return name_table(game, batch, notifications[0].player)


def _list_names(notification: Notification, batch: Batch) -> list[str]:
    """Return the names that people have given themselves and the game, whatever these are."""
    game = batch.game(notification.of_game)
    dispute = batch.decisions.disputes.get(notification.dispute_id or "")
    people = [seat.player for seat in batch.seats[game.pk].values()] + [dispute.opened_by if dispute else None]
    return [words.game_name(game), game.host.display_name, *(player.display_name for player in people if player)]


def answered_at(by_mail: ByMail, parts: Sequence[Element], only_proposal: AskedToAgree | None) -> list[Element]:
    """Add to every part that a reply can answer the links that write the reply.

    `only_proposal` is the proposal that a yes without a letter or name agrees to.
    """
    return [replace(part, by_mail=by_mail) if _is_answered(part, only_proposal) else part for part in parts]


def _is_answered(
    part: Element, only_proposal: AskedToAgree | None
) -> TypeGuard[ChoiceLines | Suggested | AskedToAgree]:
    """Check whether a reply can answer this part."""
    if isinstance(part, AskedToAgree):
        return part is only_proposal or bool(part.letter or part.by)
    return isinstance(part, ChoiceLines | Suggested)


def question(parts: Sequence[Element]) -> EmailQuestion:
    """Return the question that these parts ask, and the moves that the numbers of a reply stand for."""
    email_question = next((part.question for part in parts if isinstance(part, ChoiceLines)), NOTHING_ASKED)
    proposal = agreed_to(parts)
    email_question = replace(email_question, proposal=proposal.proposal if proposal else None)
    offered = next((part for part in parts if isinstance(part, Suggested)), None)
    if offered is None:
        return email_question
    listed = [*email_question.listed, *offered.further]
    number = offered.turns[0].number if len(offered.turns) == 1 and not _asks_to_agree(parts) else None
    return replace(email_question, listed=listed, suggested=number)


def keep_yes_apart(parts: Sequence[Element]) -> list[Element]:
    """Let a number play the suggested move if the email asks for a yes to a proposal, too."""
    if not _asks_to_agree(parts):
        return list(parts)
    hint = _("Reply with its number, and it is played.")
    return [replace(part, hint=hint, chosen_by_number=True) if isinstance(part, Suggested) else part for part in parts]


def _asks_to_agree(parts: Iterable[Element]) -> bool:
    return any(isinstance(part, AskedToAgree) for part in parts)


def agreed_to(parts: Iterable[Element]) -> AskedToAgree | None:
    """Return the proposal that a bare yes agrees to; None unless there is exactly one."""
    proposals = [part for part in parts if isinstance(part, AskedToAgree)]
    return proposals[0] if len(proposals) == 1 else None


def subject_of(notifications: Sequence[Notification], batch: Batch) -> str:
    """Return the subject of the most important notification."""
    leading = kinds.leading(notifications)
    return LETTERS[leading.kind].subject(Occasion([leading], batch, None, frozenset()))


def preheader(notifications: Sequence[Notification], batch: Batch) -> str:
    """Return what mail programs show next to the subject: the turn's deadline; "" if the email asks for no turn."""
    leading = kinds.leading(notifications)
    occasion = Occasion([leading], batch, None, frozenset())
    turn = batch.turns.get((leading.of_game, leading.seat or 0)) if occasion.asks_for_turn else None
    if turn is None:
        return ""
    if leading.kind == kinds.REMINDER.name:
        return _("Play by %(when)s.") % {"when": spell(turn.deadline_at, leading.player.time_zone)}
    return turn_email.tell_deadline(turn, leading.player.time_zone, batch.now)


def to_a_seat(notifications: Iterable[Notification]) -> Notification | None:
    """Return the first notification for a seat that the reader holds; None if there is none.

    A player who has left, and is offered the same seat again, gets notifications of both kinds.
    """
    return next((notification for notification in notifications if notification.seat is not None), None)


def _build_body(notifications: Sequence[Notification], batch: Batch, context: Context) -> Iterator[Element]:
    yield from _begin(notifications, batch, context)
    yield from turn_email.BODIES[_body_of(notifications, context)](context)
    yield from around(context)


def _begin(notifications: Sequence[Notification], batch: Batch, context: Context) -> Iterator[Element]:
    """Open an email with the text of its notifications; if they ask for a turn, put that and its deadline first."""
    occasion_parts = [
        (occasion, part) for occasion in _group_by_kind(notifications, batch, context) for part in _say(occasion)
    ]
    asks = [part for occasion, part in occasion_parts if isinstance(part, OpeningWords) and occasion.asks_for_turn]
    if asks and context.turn and _body_of(notifications, context) is Body.TURN:
        yield turn_email.masthead(context, context.turn, asks[0])
        yield from (part for _, part in occasion_parts if part is not asks[0])
    else:
        yield from (part for _, part in occasion_parts)


def around(context: Context) -> Iterator[Element]:
    """Add the links that every email to a seat has."""
    yield from places.plan(context)
    yield from places.way_back(context)
    yield from places.forwarding_warning(context)


def openings(notifications: Sequence[Notification], batch: Batch, context: Context | None) -> Iterator[Element]:
    """Open with the news, one letter for each kind of notification."""
    for occasion in _group_by_kind(notifications, batch, context):
        yield from _say(occasion)


def _say(occasion: Occasion) -> Iterable[Element]:
    return LETTERS[occasion.notification.kind].says(occasion)


def _group_by_kind(notifications: Sequence[Notification], batch: Batch, context: Context | None) -> list[Occasion]:
    """Group notifications by kind, the most important first, leaving out those that others make redundant."""
    names = dict.fromkeys(notification.kind for notification in notifications)
    telling = [name for name in names if not LETTERS[name].only_alone] or list(names)
    by_kind = {
        name: sorted(
            (notification for notification in notifications if notification.kind == name),
            key=lambda notification: notification.pk,
        )
        for name in telling
    }
    return [Occasion(group, batch, context, frozenset(names)) for group in by_kind.values()]


def to_outsider(notifications: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    """Write to a reader without a seat: an admin, a former player, or someone invited or offered a seat."""
    yield from openings(notifications, batch, None)
    leads = (
        link
        for occasion in _group_by_kind(notifications, batch, None)
        for link in LETTERS[occasion.notification.kind].leads(occasion)
    )
    yield from dict.fromkeys(leads)


def _body_of(notifications: Iterable[Notification], context: Context) -> Body:
    """Return how much of the game an email with these notifications shows."""
    bodies = {_body_alone(notification) for notification in notifications}
    is_planned = context.plan is not None and context.plan.comes_first
    can_move = context.turn is not None and not context.game.paused_at
    if is_planned and Body.TURN in bodies:
        bodies = bodies - {Body.TURN} | {Body.NEWS}
    elif can_move and not is_planned and any(notification.kind == kinds.PAUSE.name for notification in notifications):
        bodies.add(Body.TURN)  # the pause is over, and the old email about the turn far up in the list
    if not can_move and bodies & _ASKING:
        bodies = bodies - _ASKING | {Body.NEWS if context.game.ended_at is None else Body.NOTHING}
    if Body.RESULT in bodies and context.seats[context.seat].points is None:
        return Body.NOTHING  # the position could not be read when the game was declared void
    return min(bodies)


def _body_alone(notification: Notification) -> Body:
    """Return what an email with this notification alone shows; less if it only says that an email did nothing."""
    mail_context = (notification.mail and notification.mail.context) or {}
    is_asked_back = notification.kind == kinds.EMAIL_ANSWERED.name and not mail_context.get("done")
    return Body.ASKED_BACK if is_asked_back else LETTERS[notification.kind].body


def _link_help(notifications: Sequence[Notification], batch: Batch) -> Iterator[Link]:
    """Link to the page where a seat can ask for an admin."""
    seated = to_a_seat(notifications)
    if seated is not None:
        yield places.help(seated.player, seated.of_game, batch.now)


def footer(mail: Mail, batch: Batch, of_club: str = "") -> Iterator[Link]:
    """Link to the email settings, and to the page that unsubscribes from this stream, or from this club."""
    if mail.player and mail.stream:
        stops = list_of_club(of_club) if of_club else mail.stream
        yield Link(_("Choose which emails you get, and when"), links.mail_url(mail.player, batch.now))
        words = _("Stop %(emails)s") % {"emails": describe_emails(stops)}
        yield Link(words, links.unsubscribe_url(mail.player.pk, stops))

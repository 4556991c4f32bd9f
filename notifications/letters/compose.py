"""How an email is put together from the letters of what it tells.

An email is written when it goes out, from what its reader's seat may know then, and never kept. It opens with what
there is to tell, a letter for each kind (`registry`); what it shows of the game depends on whether the game goes on and
asks the reader.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games import words
from notifications import languages, links, reply_addresses
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters import (
    accounts,
    agreements,
    closings,
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
    timeouts,
    turn_email,
    turns,
)
from notifications.letters.document import Element, Link, Paragraph, Picture
from notifications.letters.mime import Letter
from notifications.letters.registry import LETTERS, Body, Occasion
from notifications.letters.sections import AskedToAgree, ByMail, ChoiceLines, SmallLinks, Suggested
from notifications.lists import EMAILS
from notifications.models import Mail, Notification
from notifications.policy import kinds
from notifications.reply_addresses import NOTHING_ASKED, EmailQuestion, NewAddress
from notifications.times import left, spell

MODULES = (agreements, closings, cups, disputes, emails, games, invitations, leagues, seats, series, timeouts, turns)
"""Those with letters in them: importing them fills the table."""


def write(mail: Mail, told: Sequence[Notification], batch: Batch) -> Letter:
    """The letter for these notifications, the most important first; for none, about an account."""
    with override(languages.of_mail(mail)):
        if not told:
            return site.write(mail) if mail.template == site.TEMPLATE else accounts.write(mail)
        parts = document.headed(list(_parts(mail, told, batch)), about := _about(told, batch))
        subject, lead, reply_to = subject_of(told, batch), preheader(told, batch), NewAddress()
        if reply_addresses.are_offered():
            parts = answered_at(ByMail(str(reply_to), subject), parts, agreed_to(parts))
        html = document.html(parts, title=subject, language=get_language() or "", preheader=lead)
        pictures = [part for part in parts if isinstance(part, Picture)]
        asked = question(parts) if to_a_seat(told) else None
        return Letter(subject, document.text(parts), html, pictures, asked, reply_to, about=about)


def _parts(mail: Mail, told: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    """What there is to tell, small links below it, and a seal below all."""
    seated = to_a_seat(told)
    context = batch.context(seated) if seated else None
    yield from _body(told, batch, context) if context else to_outsider(told, batch)
    yield SmallLinks([*_help(told, batch), *footer(mail, batch)])
    if context and _body_of(told, context) in turn_email.SEALED:
        yield turn_email.witness(context)


def _about(told: Sequence[Notification], batch: Batch) -> str:
    """The game; to anyone without a seat only by its rules, for its name is whatever its host has typed."""
    game = batch.game(told[0].of_game)
    return words.game_name(game) if to_a_seat(told) else words.title(game.ruleset)


def answered_at(by_mail: ByMail, parts: Sequence[Element], one: AskedToAgree | None) -> list[Element]:
    """The same parts, with links that write an answer. `one`: what a yes without a letter or a name agrees to."""
    return [replace(part, by_mail=by_mail) if _is_answered(part, one) else part for part in parts]


def _is_answered(part: Element, one: AskedToAgree | None) -> TypeGuard[ChoiceLines | Suggested | AskedToAgree]:
    """Whether a reply can answer it."""
    if isinstance(part, AskedToAgree):
        return part is one or bool(part.letter or part.by)
    return isinstance(part, ChoiceLines | Suggested)


def question(parts: Sequence[Element]) -> EmailQuestion:
    """What these parts ask and list numbered answers to."""
    asked = next((part.question for part in parts if isinstance(part, ChoiceLines)), NOTHING_ASKED)
    one = agreed_to(parts)
    asked = replace(asked, proposal=one.proposal if one else None)
    offered = next((part for part in parts if isinstance(part, Suggested)), None)
    if offered is None:
        return asked
    number = offered.numbered[0][0] if len(offered.numbered) == 1 else None
    return EmailQuestion(asked.prompt, [*asked.listed, *([move] for move in offered.further)], number)


def agreed_to(parts: Iterable[Element]) -> AskedToAgree | None:
    """What a yes agrees to; None where it might be one of several."""
    asked = [part for part in parts if isinstance(part, AskedToAgree)]
    return asked[0] if len(asked) == 1 else None


def subject_of(told: Sequence[Notification], batch: Batch) -> str:
    """The subject of what leads the email."""
    leading = kinds.leading(told)
    return LETTERS[leading.kind].subject(Occasion([leading], batch, None, frozenset()))


def preheader(told: Sequence[Notification], batch: Batch) -> str:
    """Until when a turn can be played, beside a subject that is always the same; nothing where no turn waits."""
    one = kinds.leading(told)
    turn = batch.turns.get((one.of_game, one.seat or 0)) if kinds.kind_of(one).urgency.is_of_a_turn else None
    if turn is None:
        return ""
    when = spell(turn.deadline_at, one.player.time_zone)
    return _("Play by %(when)s. You have %(left)s.") % {"when": when, "left": left(turn.deadline_at, batch.now)}


def to_a_seat(told: Iterable[Notification]) -> Notification | None:
    """One that is for the reader's seat. A player who has left, and is offered the same seat, gets both kinds."""
    return next((one for one in told if one.seat is not None), None)


def _body(told: Sequence[Notification], batch: Batch, context: Context) -> Iterator[Element]:
    yield from _opening(told, batch, context)
    yield from turn_email.BODIES[_body_of(told, context)](context)
    yield from around(context)


def _opening(told: Sequence[Notification], batch: Batch, context: Context) -> Iterator[Element]:
    """What there is to tell; where a turn is asked, that and its time come first."""
    said = [(occasion, part) for occasion in _occasions(told, batch, context) for part in _talk(occasion)]
    asks = [part for occasion, part in said if isinstance(part, Paragraph) and occasion.is_of_a_turn]
    if asks and context.turn and _body_of(told, context) is Body.TURN:
        yield turn_email.masthead(context, context.turn, asks[0].words)
        yield from (part for _, part in said if part is not asks[0])
    else:
        yield from (part for _, part in said)


def around(context: Context) -> Iterator[Element]:
    """What else a seat can go to from any email."""
    yield from places.plan(context)
    yield from places.way_back(context)
    yield from places.to_forward(context)


def openings(told: Sequence[Notification], batch: Batch, context: Context | None) -> Iterator[Element]:
    """What there is to tell, a letter for each kind."""
    for occasion in _occasions(told, batch, context):
        yield from _talk(occasion)


def _talk(occasion: Occasion) -> Iterable[Element]:
    return LETTERS[occasion.one.kind].says(occasion)


def _occasions(told: Sequence[Notification], batch: Batch, context: Context | None) -> list[Occasion]:
    """The most important first, without what the others say anyway."""
    names = dict.fromkeys(one.kind for one in told)
    telling = [name for name in names if not LETTERS[name].only_alone] or list(names)
    by_kind = {name: sorted((one for one in told if one.kind == name), key=lambda one: one.pk) for name in telling}
    return [Occasion(ones, batch, context, frozenset(names)) for ones in by_kind.values()]


def to_outsider(told: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    """To readers without a seat: invited, offered one, admins, former players."""
    yield from openings(told, batch, None)
    leads = (link for occasion in _occasions(told, batch, None) for link in LETTERS[occasion.one.kind].leads(occasion))
    yield from dict.fromkeys(leads)


def _body_of(told: Iterable[Notification], context: Context) -> Body:
    """How much of the game these reasons to write ask for."""
    bodies = {LETTERS[one.kind].body for one in told}
    if context.turn is None and Body.TURN in bodies:
        bodies = bodies - {Body.TURN} | {Body.NEWS}
    return min(bodies)


def _help(told: Sequence[Notification], batch: Batch) -> Iterator[Link]:
    """Where a seat asks for an admin."""
    one = to_a_seat(told)
    if one is not None:
        yield places.help(one.player, one.of_game, batch.now)


def footer(mail: Mail, batch: Batch) -> Iterator[Link]:
    """How to choose which emails come, and how to stop these."""
    if mail.player and mail.stream:
        yield Link(_("Choose which emails you get, and when"), links.mail_url(mail.player, batch.now))
        words = _("Stop %(emails)s") % {"emails": EMAILS[mail.stream]}
        yield Link(words, links.unsubscribe_url(mail.player.pk, mail.stream))

"""How an email is put together from the letters of what it tells.

An email is written when it goes out, from what its reader's seat may know then, and never kept. It opens with what
there is to tell, a letter for each kind (`registry`); what it shows of the game depends on whether the game goes on and
asks the reader.
"""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from notifications import languages, links
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters import (
    accounts,
    closings,
    disputes,
    document,
    games,
    invitations,
    places,
    seats,
    timeouts,
    turn_email,
    turns,
)
from notifications.letters.document import Element, Link, Picture
from notifications.letters.mime import Letter
from notifications.letters.registry import LETTERS, Body, Occasion
from notifications.lists import EMAILS
from notifications.models import Mail, Notification
from notifications.policy import kinds
from notifications.times import spell

MODULES = (closings, disputes, games, invitations, seats, timeouts, turns)
"""Those with letters in them: importing them fills the table."""


def write(mail: Mail, told: Sequence[Notification], batch: Batch) -> Letter:
    """The letter for these notifications, the most important first; for none, about an account."""
    with override(languages.of_mail(mail)):
        if not told:
            return accounts.write(mail)
        parts = [*_body(told, batch), *_help(told, batch), *footer(mail, batch)]
        subject, lead = subject_of(told, batch), preheader(told, batch)
        html = document.html(parts, title=subject, language=get_language() or "", preheader=lead)
        return Letter(subject, document.text(parts), html, [part for part in parts if isinstance(part, Picture)])


def subject_of(told: Sequence[Notification], batch: Batch) -> str:
    """The subject of what asks for a turn, if anything does; else of the most important."""
    leading = next((one for one in told if kinds.of(one).urgency.is_of_a_turn), told[0])
    return LETTERS[leading.kind].subject(batch.game(leading.game_id))


def preheader(told: Sequence[Notification], batch: Batch) -> str:
    """Until when a turn can be played, beside a subject that is always the same; nothing where no turn waits."""
    one = next((one for one in told if kinds.of(one).urgency.is_of_a_turn), None)
    turn = batch.turns.get((one.game_id, one.seat or 0)) if one else None
    if one is None or turn is None:
        return ""
    return _("Play by %(when)s.") % {"when": spell(turn.deadline_at, one.player.time_zone)}


def to_a_seat(told: Iterable[Notification]) -> Notification | None:
    """One that is for the reader's seat. A player who has left, and is offered the same seat, gets both kinds."""
    return next((one for one in told if one.seat is not None), None)


def _body(told: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    seated = to_a_seat(told)
    if seated is None:
        yield from to_outsider(told, batch)
        return
    context = batch.context(seated)
    yield from openings(told, batch, context)
    yield from _substance(told, context)
    yield from around(context)


def around(context: Context) -> Iterator[Element]:
    """What else a seat can go to from any email."""
    yield from places.plan(context)
    yield from places.way_back(context)


def openings(told: Sequence[Notification], batch: Batch, context: Context | None) -> Iterator[Element]:
    """What there is to tell, a letter for each kind."""
    for occasion in _occasions(told, batch, context):
        yield from LETTERS[occasion.one.kind].says(occasion)


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


def _substance(told: Iterable[Notification], context: Context) -> Iterator[Element]:
    """What the game looks like, as far as these reasons to write ask for it."""
    bodies = {LETTERS[one.kind].body for one in told}
    if context.turn is None and Body.TURN in bodies:
        bodies = bodies - {Body.TURN} | {Body.NEWS}
    yield from turn_email.BODIES[min(bodies)](context)


def _help(told: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    """Where a seat asks for an admin."""
    one = to_a_seat(told)
    if one is not None:
        yield places.help(one.player, one.game_id, batch.now)


def footer(mail: Mail, batch: Batch) -> Iterator[Element]:
    """How to choose which emails come, and how to stop these."""
    if mail.player and mail.stream:
        yield Link(_("Choose which emails you get, and when"), links.mail_url(mail.player, batch.now))
        words = _("Stop %(emails)s") % {"emails": EMAILS[mail.stream]}
        yield Link(words, links.unsubscribe_url(mail.player.pk, mail.stream))

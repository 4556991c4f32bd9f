"""What each mail says: one short function for each reason to write.

A mail is written when it goes out, from what its reader's seat may know then, and never kept. It opens with a paragraph
for each thing there is to tell; what it shows of the game depends on whether the game goes on and asks the reader.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, get_supported_language_variant, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from games import clockwork, words
from games.clocks.terms import DEFAULT, FORFEIT, STAND_IN
from games.models import Game
from games.refusals import explain
from notifications import links
from notifications.batch import Batch
from notifications.context import Context
from notifications.kinds import ANSWERS, BY_STRANGERS, LISTS, Kind
from notifications.letters import accounts, closings, disputes, document, invitations, seats, timeouts, turn_email
from notifications.letters.document import Element, Link, Paragraph
from notifications.letters.mime import Letter
from notifications.models import Mail, Notification
from notifications.policy.recipients import BY_AGREEMENT

ASKS: Final = frozenset({Kind.YOUR_TURN, Kind.REMINDER, Kind.TIME_IS_OVER, Kind.PLAN_STOPPED, Kind.PLAN_WAITS})
TELLS: Final = frozenset(
    {
        Kind.FORFEITED,
        Kind.PLAYED_FOR_YOU,
        Kind.TIME_RAN_OUT,
        Kind.SOMEBODY_IS_LATE,
        Kind.PLAN_STOPPED,
        Kind.CLOSING_SOON,
        Kind.PAUSE_WISHED,
        Kind.PAUSE_REFUSED,
    }
)
MOVES_CLOCKS: Final = frozenset({Kind.RULING, Kind.PAUSE, Kind.DISPUTE_CLOSED})


def write(mail: Mail, told: Sequence[Notification], batch: Batch) -> Letter:
    """The letter for these notifications, the most important first; for none, about an account."""
    with override(language(mail)):
        if not told:
            return accounts.write(mail)
        parts = [*_body(told, batch), *_disputes(mail, to_a_seat(told) or told[0], batch), *footer(mail, batch)]
        subject = _subject(told, batch.game(told[0].game_id))
        return Letter(subject, document.text(parts), document.html(parts, title=subject, language=get_language() or ""))


def language(mail: Mail) -> str:
    """The reader's language, as far as we speak it."""
    wanted = mail.player.language if mail.player else (mail.context or {}).get("language", "")
    try:
        return get_supported_language_variant(wanted)
    except LookupError:
        return settings.LANGUAGE_CODE


def _subject(told: Sequence[Notification], game: Game) -> str:
    """One for all emails of a game, so that they are one thread; a stranger's is without a word of the stranger's."""
    if to_a_seat(told) is None and told[0].kind in BY_STRANGERS:
        return _("[Night Mail] Invitation to a game")
    return f"[Night Mail] {game.name or game.pk}"


def _body(told: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    seated = to_a_seat(told)
    if seated is None:
        yield from to_outsider(told, batch)
        return
    context = batch.context(seated)
    yield from openings(told, context, batch)
    yield from _substance(context, {Kind(one.kind) for one in told})
    yield from plan(context)
    yield from seats.way_back(context)
    yield Link(_("The game"), game_url(context.game))


def to_a_seat(told: Iterable[Notification]) -> Notification | None:
    """One that tells the reader something as who sits there. Who has left and is offered the own seat gets both."""
    return next((one for one in told if one.seat is not None), None)


def plan(context: Context) -> Iterator[Element]:
    """The way to the reader's plan, where there is one."""
    if context.plan is None:
        return
    if context.plan.hours_left is not None and context.turn:
        told = ngettext(
            "If you have not moved before, your plan does when %(hours)d hour is left.",
            "If you have not moved before, your plan does when %(hours)d hours are left.",
            context.plan.hours_left,
        )
        yield Paragraph(told % {"hours": context.plan.hours_left})
    url = links.game_url(links.PLAN, context.reader, context.game.pk, context.now)
    yield Link(_("Your plan in this game: look at it, or cancel it"), url)


def openings(told: Sequence[Notification], context: Context, batch: Batch) -> Iterator[Element]:
    """What there is to tell to who sits there, a paragraph each."""
    kinds = list(dict.fromkeys(Kind(one.kind) for one in told))
    for kind in _worth_a_paragraph(kinds):
        if kind in _OPENINGS:
            yield Paragraph(_OPENINGS[kind](context))
            if kind is Kind.PAUSE_WISHED:
                page = links.game_url(links.PAUSE, context.reader, context.game.pk, context.now)
                yield Link(_("Agree, or refuse"), page)
        else:
            yield from _told_to_anybody(told, kind, batch)
    if Kind.GAME_OVER in kinds and Kind.SECRETS_OPENED not in kinds:
        yield from disputes.secrets_opened(told[0], batch)


def _told_to_anybody(told: Sequence[Notification], kind: Kind, batch: Batch) -> Iterator[Element]:
    if kind in _OUTSIDE:
        yield from _OUTSIDE[kind](next(one for one in told if one.kind == kind), batch)
        return
    for one in disputes.worth_telling(told, kind):
        yield from disputes.tell(one, batch)


def to_outsider(told: Sequence[Notification], batch: Batch) -> Iterator[Element]:
    """To who has no seat: somebody invited, or offered a seat, an admin, somebody who had one."""
    game = batch.game(told[0].game_id)
    if told[0].kind == Kind.INVITATION:
        yield from invitations.offered(told[0], batch)
        return
    kinds = list(dict.fromkeys(Kind(one.kind) for one in told))
    for kind in kinds:
        yield from _told_to_anybody(told, kind, batch)
    if not _OUTSIDE.keys().isdisjoint(kinds):
        yield Link(_("The game"), game_url(game))
    if told[0].kind == Kind.DISPUTE_OPENED:
        yield Link(_("The game at the admins' desk"), settings.PUBLIC_URL + disputes.desk_path(game.pk))


def _worth_a_paragraph(kinds: list[Kind]) -> list[Kind]:
    """That somebody's time ran out is told by what follows anyway, when there is more to tell."""
    return [kind for kind in kinds if kind is not Kind.TIME_RAN_OUT] or kinds


def _substance(context: Context, kinds: Iterable[Kind]) -> Iterator[Element]:
    """What the game looks like, as far as these reasons to write ask for it."""
    if Kind.GAME_OVER in kinds:
        yield from turn_email.rulings(context)
        yield from turn_email.result(context)
        yield from turn_email.witness(context)
    elif ASKS.intersection(kinds) and context.turn:
        yield from turn_email.deadline(context)
        yield from turn_email.turn(context)
    elif Kind.SEAT_IS_YOURS in kinds:
        yield from turn_email.seat(context)
    elif MOVES_CLOCKS.intersection(kinds):
        yield from turn_email.deadline(context)
        yield from turn_email.news(context)
        yield from turn_email.witness(context)
    elif TELLS.intersection(kinds):
        yield from turn_email.news(context)
        yield from turn_email.players(context)
        yield from turn_email.witness(context)


def _game_over(context: Context) -> str:
    if context.game.status == Game.Status.ABANDONED:
        return _("The game was abandoned, since everybody is absent. Nobody has won.")
    if context.game.status == Game.Status.VOID:
        return _("The game is void, by a ruling. Nobody has won.")
    winners = [context.name(one.seat) for one in context.standings if one.rank == 1]
    return _("The game is over. First: %(names)s.") % {"names": ", ".join(winners)}


def _game_started(context: Context) -> str:
    names = ", ".join(context.name(seat) for seat in sorted(context.seats))
    return _("The game has begun. You play in this order: %(names)s.") % {"names": names}


def _your_turn(context: Context) -> str:
    return words.asked(context.turn.kind) if context.turn else _("It is your turn.")


def _reminder(context: Context) -> str:
    return _("A reminder: the game waits for you, and your time is running out.")


def _plan_stopped(context: Context) -> str:
    why = context.plan_stopped
    if why is None:
        return _("Your plan has stopped.")
    told = _("Your plan has stopped. %(why)s") % {"why": explain(why)}
    order = why.detail["order"]
    return _("%(told)s The line was: %(order)s") % {"told": told, "order": order} if order else told


def _plan_waits(context: Context) -> str:
    return _("Your plan does not say what to do now. It goes on after you have moved.")


def _time_ran_out(context: Context) -> str:
    return str(_RAN_OUT[clockwork.terms(context.game).when_over])


def _time_is_over(context: Context) -> str:
    return _("Your time is over, and all are told so. You can still play, until the grace is over.")


def _somebody_is_late(context: Context) -> str:
    late = [context.name(turn.seat) for turn in context.late]
    if not late:
        return _("Somebody's time is over.")
    told = {"names": ", ".join(late)}
    return _("The time of %(names)s is over. There is some grace left; then what was agreed happens.") % told


def _pause(context: Context) -> str:
    if BY_AGREEMENT in context.game.pauses:
        return _("All who play have agreed to pause: the clocks stand still until one of you goes on, 60 days at most.")
    return _("The game goes on after the pause: the clocks run again, and nobody has lost time.")


def _pause_wished(context: Context) -> str:
    names = [context.name(number) for number, seat in sorted(context.seats.items()) if seat.wants_pause]
    asked = _("%(names)s asked for a pause. When all who play agree, the clocks stand still, for 60 days at most.")
    how = _("Until you have agreed the game goes on. If you refuse, those who asked are told that it does.")
    return f"{asked} {how}" % {"names": ", ".join(names)}


def _pause_refused(context: Context) -> str:
    return _("Somebody at the table wants no pause, so the game goes on. You can ask anew later.")


def _closing_soon(context: Context) -> str:
    return closings.soon(context.game, context.reader)


def _forfeited(context: Context) -> str:
    lost = _("Your time was over, and as was agreed, you have lost the game by it. Your seat stays on the board.")
    return lost + " " + _("As long as no other player has taken it over you can come back to it.")


def _seat_is_yours(context: Context) -> str:
    seat = {"number": context.seat + 1}
    return _("Seat %(number)d of this game is yours from now on, with all that it holds.") % seat


def _disputes(mail: Mail, first: Notification, batch: Batch) -> Iterator[Element]:
    if mail.player and (first.seat is not None or first.kind in ANSWERS):
        words = _("Disputes of this game; and here you can ask for an admin")
        yield Link(words, links.game_url(links.DISPUTES, mail.player, first.game_id, batch.now))


def footer(mail: Mail, batch: Batch) -> Iterator[Element]:
    """How to get mail in another way, and how to get no more of this."""
    if mail.player and mail.stream:
        yield Link(_("My mail: what comes, and when"), links.mail_url(mail.player, batch.now))
        words = _("No more emails about this: %(stream)s") % {"stream": LISTS[mail.stream]}
        yield Link(words, links.unsubscribe_url(mail.player.pk, mail.stream))


def game_url(game: Game) -> str:
    """Where a game is."""
    return settings.PUBLIC_URL + reverse("game", args=[game.pk])


_RAN_OUT: Final = {
    DEFAULT: gettext_lazy("Somebody's time ran out, so a turn was played by default."),
    STAND_IN: gettext_lazy("Somebody's time ran out, so a stand-in played."),
    FORFEIT: gettext_lazy("Somebody's time ran out, and with it the game is lost for them."),
}

_OPENINGS: Final[dict[Kind, Callable[[Context], str]]] = {
    Kind.GAME_OVER: _game_over,
    Kind.PAUSE: _pause,
    Kind.PAUSE_WISHED: _pause_wished,
    Kind.PAUSE_REFUSED: _pause_refused,
    Kind.CLOSING_SOON: _closing_soon,
    Kind.FORFEITED: _forfeited,
    Kind.SEAT_IS_YOURS: _seat_is_yours,
    Kind.PLAYED_FOR_YOU: timeouts.happened,
    Kind.GAME_STARTED: _game_started,
    Kind.YOUR_TURN: _your_turn,
    Kind.REMINDER: _reminder,
    Kind.PLAN_STOPPED: _plan_stopped,
    Kind.PLAN_WAITS: _plan_waits,
    Kind.TIME_IS_OVER: _time_is_over,
    Kind.SOMEBODY_IS_LATE: _somebody_is_late,
    Kind.TIME_RAN_OUT: _time_ran_out,
}

_OUTSIDE: Final[dict[Kind, Callable[[Notification, Batch], Iterable[Element]]]] = {
    Kind.SEAT_TAKEN: seats.taken,
    Kind.SEAT_PASSED_ON: seats.passed_on,
    Kind.SEAT_OFFERED: seats.offered,
    Kind.CLOSING_SOON: lambda one, batch: [Paragraph(closings.soon(batch.game(one.game_id), one.player))],
    Kind.GAME_CLOSED: lambda one, batch: [Paragraph(closings.closed(batch.game(one.game_id), one.player))],
}
"""What is told to who has no seat in the game."""

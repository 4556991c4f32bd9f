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
from notifications import (
    account_letters,
    affairs,
    closings,
    digest,
    game_links,
    invitations,
    link_kinds,
    my_mail,
    paper,
    seat_letters,
    time_out,
    unsubscribe,
)
from notifications.desk import Desk
from notifications.kinds import ANSWERS, BY_STRANGERS, LISTS, Kind
from notifications.letters import Letter
from notifications.models import Mail, Notification
from notifications.paper import Link, Paragraph, Part
from notifications.recipients import BY_AGREEMENT
from notifications.sight import Sight

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


def write(mail: Mail, told: Sequence[Notification], desk: Desk) -> Letter:
    """The letter for these notifications, the most important first; for none, about an account."""
    with override(language(mail)):
        if not told:
            return account_letters.write(mail)
        parts = [*_body(told, desk), *_disputes(mail, to_a_seat(told) or told[0], desk), *footer(mail, desk)]
        subject = _subject(told, desk.game(told[0].game_id))
        return Letter(subject, paper.text(parts), paper.html(parts, title=subject, language=get_language() or ""))


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


def _body(told: Sequence[Notification], desk: Desk) -> Iterator[Part]:
    seated = to_a_seat(told)
    if seated is None:
        yield from to_outsider(told, desk)
        return
    sight = desk.sight(seated)
    yield from openings(told, sight, desk)
    yield from _substance(sight, {Kind(one.kind) for one in told})
    yield from plan(sight)
    yield from seat_letters.way_back(sight)
    yield Link(_("The game"), game_url(sight.game))


def to_a_seat(told: Iterable[Notification]) -> Notification | None:
    """One that tells the reader something as who sits there. Who has left and is offered the own seat gets both."""
    return next((one for one in told if one.seat is not None), None)


def plan(sight: Sight) -> Iterator[Part]:
    """The way to the reader's plan, where there is one."""
    if sight.plan is None:
        return
    if sight.plan.hours_left is not None and sight.turn:
        told = ngettext(
            "If you have not moved before, your plan does when %(hours)d hour is left.",
            "If you have not moved before, your plan does when %(hours)d hours are left.",
            sight.plan.hours_left,
        )
        yield Paragraph(told % {"hours": sight.plan.hours_left})
    url = game_links.url(link_kinds.PLAN, sight.reader, sight.game.pk, sight.now)
    yield Link(_("Your plan in this game: look at it, or cancel it"), url)


def openings(told: Sequence[Notification], sight: Sight, desk: Desk) -> Iterator[Part]:
    """What there is to tell to who sits there, a paragraph each."""
    kinds = list(dict.fromkeys(Kind(one.kind) for one in told))
    for kind in _worth_a_paragraph(kinds):
        if kind in _OPENINGS:
            yield Paragraph(_OPENINGS[kind](sight))
            if kind is Kind.PAUSE_WISHED:
                page = game_links.url(link_kinds.PAUSE, sight.reader, sight.game.pk, sight.now)
                yield Link(_("Agree, or refuse"), page)
        else:
            yield from _told_to_anybody(told, kind, desk)
    if Kind.GAME_OVER in kinds and Kind.SECRETS_OPENED not in kinds:
        yield from affairs.secrets_opened(told[0], desk)


def _told_to_anybody(told: Sequence[Notification], kind: Kind, desk: Desk) -> Iterator[Part]:
    if kind in _OUTSIDE:
        yield from _OUTSIDE[kind](next(one for one in told if one.kind == kind), desk)
        return
    for one in affairs.worth_telling(told, kind):
        yield from affairs.tell(one, desk)


def to_outsider(told: Sequence[Notification], desk: Desk) -> Iterator[Part]:
    """To who has no seat: somebody invited, or offered a seat, an admin, somebody who had one."""
    game = desk.game(told[0].game_id)
    if told[0].kind == Kind.INVITATION:
        yield from invitations.offered(told[0], desk)
        return
    kinds = list(dict.fromkeys(Kind(one.kind) for one in told))
    for kind in kinds:
        yield from _told_to_anybody(told, kind, desk)
    if not _OUTSIDE.keys().isdisjoint(kinds):
        yield Link(_("The game"), game_url(game))
    if told[0].kind == Kind.DISPUTE_OPENED:
        yield Link(_("The game at the admins' desk"), settings.PUBLIC_URL + affairs.desk_path(game.pk))


def _worth_a_paragraph(kinds: list[Kind]) -> list[Kind]:
    """That somebody's time ran out is told by what follows anyway, when there is more to tell."""
    return [kind for kind in kinds if kind is not Kind.TIME_RAN_OUT] or kinds


def _substance(sight: Sight, kinds: Iterable[Kind]) -> Iterator[Part]:
    """What the game looks like, as far as these reasons to write ask for it."""
    if Kind.GAME_OVER in kinds:
        yield from digest.rulings(sight)
        yield from digest.result(sight)
        yield from digest.witness(sight)
    elif ASKS.intersection(kinds) and sight.turn:
        yield from digest.deadline(sight)
        yield from digest.turn(sight)
    elif Kind.SEAT_IS_YOURS in kinds:
        yield from digest.seat(sight)
    elif MOVES_CLOCKS.intersection(kinds):
        yield from digest.deadline(sight)
        yield from digest.news(sight)
        yield from digest.witness(sight)
    elif TELLS.intersection(kinds):
        yield from digest.news(sight)
        yield from digest.players(sight)
        yield from digest.witness(sight)


def _game_over(sight: Sight) -> str:
    if sight.game.status == Game.Status.ABANDONED:
        return _("The game was abandoned, since everybody is absent. Nobody has won.")
    if sight.game.status == Game.Status.VOID:
        return _("The game is void, by a ruling. Nobody has won.")
    winners = [sight.name(one.seat) for one in sight.standings if one.rank == 1]
    return _("The game is over. First: %(names)s.") % {"names": ", ".join(winners)}


def _game_started(sight: Sight) -> str:
    names = ", ".join(sight.name(seat) for seat in sorted(sight.seats))
    return _("The game has begun. You play in this order: %(names)s.") % {"names": names}


def _your_turn(sight: Sight) -> str:
    return words.asked(sight.turn.kind) if sight.turn else _("It is your turn.")


def _reminder(sight: Sight) -> str:
    return _("A reminder: the game waits for you, and your time is running out.")


def _plan_stopped(sight: Sight) -> str:
    why = sight.plan_stopped
    if why is None:
        return _("Your plan has stopped.")
    told = _("Your plan has stopped. %(why)s") % {"why": explain(why)}
    order = why.detail["order"]
    return _("%(told)s The line was: %(order)s") % {"told": told, "order": order} if order else told


def _plan_waits(sight: Sight) -> str:
    return _("Your plan does not say what to do now. It goes on after you have moved.")


def _time_ran_out(sight: Sight) -> str:
    return str(_RAN_OUT[clockwork.terms(sight.game).when_over])


def _time_is_over(sight: Sight) -> str:
    return _("Your time is over, and all are told so. You can still play, until the grace is over.")


def _somebody_is_late(sight: Sight) -> str:
    late = [sight.name(turn.seat) for turn in sight.late]
    if not late:
        return _("Somebody's time is over.")
    told = {"names": ", ".join(late)}
    return _("The time of %(names)s is over. There is some grace left; then what was agreed happens.") % told


def _pause(sight: Sight) -> str:
    if BY_AGREEMENT in sight.game.pauses:
        return _("All who play have agreed to pause: the clocks stand still until one of you goes on, 60 days at most.")
    return _("The game goes on after the pause: the clocks run again, and nobody has lost time.")


def _pause_wished(sight: Sight) -> str:
    names = [sight.name(number) for number, seat in sorted(sight.seats.items()) if seat.wants_pause]
    asked = _("%(names)s asked for a pause. When all who play agree, the clocks stand still, for 60 days at most.")
    how = _("Until you have agreed the game goes on. If you refuse, those who asked are told that it does.")
    return f"{asked} {how}" % {"names": ", ".join(names)}


def _pause_refused(sight: Sight) -> str:
    return _("Somebody at the table wants no pause, so the game goes on. You can ask anew later.")


def _closing_soon(sight: Sight) -> str:
    return closings.soon(sight.game, sight.reader)


def _forfeited(sight: Sight) -> str:
    lost = _("Your time was over, and as was agreed, you have lost the game by it. Your seat stays on the board.")
    return lost + " " + _("As long as no other player has taken it over you can come back to it.")


def _seat_is_yours(sight: Sight) -> str:
    seat = {"number": sight.seat + 1}
    return _("Seat %(number)d of this game is yours from now on, with all that it holds.") % seat


def _disputes(mail: Mail, first: Notification, desk: Desk) -> Iterator[Part]:
    if mail.player and (first.seat is not None or first.kind in ANSWERS):
        words = _("Disputes of this game; and here you can ask for an admin")
        yield Link(words, game_links.url(link_kinds.DISPUTES, mail.player, first.game_id, desk.now))


def footer(mail: Mail, desk: Desk) -> Iterator[Part]:
    """How to get mail in another way, and how to get no more of this."""
    if mail.player and mail.stream:
        yield Link(_("My mail: what comes, and when"), my_mail.url(mail.player, desk.now))
        words = _("No more emails about this: %(stream)s") % {"stream": LISTS[mail.stream]}
        yield Link(words, unsubscribe.url(mail.player.pk, mail.stream))


def game_url(game: Game) -> str:
    """Where a game is."""
    return settings.PUBLIC_URL + reverse("game", args=[game.pk])


_RAN_OUT: Final = {
    DEFAULT: gettext_lazy("Somebody's time ran out, so a turn was played by default."),
    STAND_IN: gettext_lazy("Somebody's time ran out, so a stand-in played."),
    FORFEIT: gettext_lazy("Somebody's time ran out, and with it the game is lost for them."),
}

_OPENINGS: Final[dict[Kind, Callable[[Sight], str]]] = {
    Kind.GAME_OVER: _game_over,
    Kind.PAUSE: _pause,
    Kind.PAUSE_WISHED: _pause_wished,
    Kind.PAUSE_REFUSED: _pause_refused,
    Kind.CLOSING_SOON: _closing_soon,
    Kind.FORFEITED: _forfeited,
    Kind.SEAT_IS_YOURS: _seat_is_yours,
    Kind.PLAYED_FOR_YOU: time_out.happened,
    Kind.GAME_STARTED: _game_started,
    Kind.YOUR_TURN: _your_turn,
    Kind.REMINDER: _reminder,
    Kind.PLAN_STOPPED: _plan_stopped,
    Kind.PLAN_WAITS: _plan_waits,
    Kind.TIME_IS_OVER: _time_is_over,
    Kind.SOMEBODY_IS_LATE: _somebody_is_late,
    Kind.TIME_RAN_OUT: _time_ran_out,
}

_OUTSIDE: Final[dict[Kind, Callable[[Notification, Desk], Iterable[Part]]]] = {
    Kind.SEAT_TAKEN: seat_letters.taken,
    Kind.SEAT_PASSED_ON: seat_letters.passed_on,
    Kind.SEAT_OFFERED: seat_letters.offered,
    Kind.CLOSING_SOON: lambda one, desk: [Paragraph(closings.soon(desk.game(one.game_id), one.player))],
    Kind.GAME_CLOSED: lambda one, desk: [Paragraph(closings.closed(desk.game(one.game_id), one.player))],
}
"""What is told to who has no seat in the game."""

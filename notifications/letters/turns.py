"""Emails that say a turn waits for the reader, or for someone else."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.words.lists import listed
from games.refusals import explain
from games.table.clocks import mapping
from games.table.clocks.terms import DEFAULT, FORFEIT, STAND_IN
from notifications.letters import subjects
from notifications.letters.document import Element, OpeningWords, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.letters.turn_email import ask
from notifications.policy import kinds


@letter(kinds.YOUR_TURN, subject=subjects.TURN, body=Body.TURN)
def your_turn(occasion: Occasion) -> Iterator[Element]:
    """State the question that the reader must answer."""
    turn = occasion.context.turn
    yield ask(turn) if turn else OpeningWords(_("It is your turn"))


@letter(kinds.REMINDER, subject=subjects.REMINDER, body=Body.TURN)
def reminder(_occasion: Occasion) -> Iterator[Element]:
    """Remind the reader that little time is left."""
    yield OpeningWords(_("Reminder: it’s your turn, and your time is running out"))


@letter(kinds.NUDGE, subject=subjects.NUDGE, body=Body.TURN)
def nudge(_occasion: Occasion) -> Iterator[Element]:
    """Say that another player asks the reader to move."""
    yield OpeningWords(_("It’s your turn, and someone at the table gives you a nudge: the others are waiting for you"))


@letter(kinds.TIME_IS_OVER, subject=subjects.TIME_IS_OVER, body=Body.TURN)
def time_is_over(_occasion: Occasion) -> Iterator[Element]:
    """Say that the reader's time is over and the grace period is running."""
    clause = _("Your time is up, and the other players know")
    yield OpeningWords(clause, _("You can still play until your grace period ends."))


@letter(kinds.PLAN_STOPPED, subject=subjects.PLAN_STOPPED, body=Body.TURN)
def plan_stopped(occasion: Occasion) -> Iterator[Element]:
    """Say that the reader's plan has stopped, and why."""
    why = occasion.context.plan_stopped
    more = []
    if why is not None:
        more.append(explain(why))
        if order := why.detail["order"]:
            more.append(_("It stopped at this line: %(order)s") % {"order": order})
    yield OpeningWords(_("Your plan has stopped"), " ".join(more))


@letter(kinds.PLAN_WAITS, subject=subjects.TURN, body=Body.TURN)
def plan_waits(_occasion: Occasion) -> Iterator[Element]:
    """Say that the reader's plan has no answer to the current question."""
    more = _("Make this move yourself, and the plan carries on afterwards.")
    yield OpeningWords(_("Your plan doesn’t cover this"), more)


@letter(kinds.TIME_RAN_OUT, subject=subjects.TIME_RAN_OUT, body=Body.NEWS, only_alone=True)
def time_ran_out(occasion: Occasion) -> Iterator[Element]:
    """Say that another player's time ran out, and what was done about it."""
    yield Paragraph(str(_RAN_OUT[mapping.terms(occasion.game).when_over]))


@letter(kinds.SOMEBODY_IS_LATE, subject=subjects.LATE, body=Body.NEWS)
def somebody_is_late(occasion: Occasion) -> Iterator[Element]:
    """Say that another player's grace period is running."""
    late = [occasion.context.name(turn.seat) for turn in occasion.context.late]
    if not late:
        yield Paragraph(_("A player is out of time."))
        return
    yield Paragraph(_("Out of time: %(names)s. A grace period is running.") % {"names": listed(late)})
    yield Paragraph(str(_IN_GRACE[mapping.terms(occasion.game).when_over]))


_IN_GRACE = {
    DEFAULT: gettext_lazy("When it ends, the turn is played by default."),
    STAND_IN: gettext_lazy("When it ends, a stand-in plays the turn."),
    FORFEIT: gettext_lazy("Whoever lets it end has lost the game."),
}
_RAN_OUT = {
    DEFAULT: gettext_lazy("A player ran out of time, so their turn was played for them."),
    STAND_IN: gettext_lazy("A player ran out of time, so a stand-in played for them."),
    FORFEIT: gettext_lazy("A player ran out of time and has lost the game."),
}

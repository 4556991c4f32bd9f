"""The dark panel: the viewer's question, its deadline and its answers; or whom the table is waiting for, or how
the game ended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.ticket_completion import CompleteTickets
from engine.parts.turns import TakeTurn
from games.models import Seat, Turn
from games.presentation import words
from games.presentation.prospects import cards
from games.presentation.prospects.ways import Land
from games.presentation.words.last_turn import has_another_round, warn_of_last_turn
from games.presentation.words.lengths import length
from games.table.clocks import mapping
from games.table.clocks.terms import DEFAULT, FORFEIT, STAND_IN
from games.table.rulings import pauses
from games.web.table import clock, final, map_answers, news, next_stop, planned, way_back
from games.web.table.asked import Question
from games.web.table.questions import ask
from games.web.table.sight import Sight
from games.web.table.steps import Step

YOURS, LATE, CALM = "yours", "late", "calm"


@dataclass(frozen=True)
class NothingAsked:
    """The panel's body while the viewer has no question. `can_resume`: the viewer may end the table's pause.

    `back`: the way back to the seat of a viewer who is away, has left or was replaced.
    """

    template: ClassVar[str] = "web/table/_waiting.html"
    hand: Sequence[cards.Chip]
    hint: str
    stop: next_stop.NextStop | None
    later: Sequence[planned.LaterRoute] = ()
    can_plan: bool = False
    can_resume: bool = False
    back: way_back.WayBack | None = None


@dataclass(frozen=True)
class Panel:
    """The panel. `tone`: yours, late or calm. `played`: what the viewer has just played.

    `plan`: the lines of the plan that will play for the viewer.
    """

    tone: str
    question: Question
    time: clock.TimeLeft | None = None
    played: Sequence[str] = ()
    note: str = ""
    plan: Sequence[str] = ()


def make(sight: Sight, land: Land | None, step: Step) -> Panel:
    """Build the panel for the present state of the game."""
    played = [told for line in news.played(sight, step.played) for told in line.paragraphs] if step.played else []
    if not sight.running:
        return Panel(CALM, _say_ended(sight, step))
    if sight.game.paused_at is not None:
        return Panel(CALM, _say_paused(sight), _find_end_of_pause(sight), played)
    if sight.prompt is not None and len(sight.options):
        question = ask(sight, land, step)
        looked_at = None if question.chosen or question.offer else map_answers.answer(sight, land, step)
        panel = _ask_viewer(sight, looked_at or question, played, step)
    else:
        question = map_answers.answer(sight, land, step) or _say_waiting(sight, land, played)
        panel = Panel(CALM, question, _find_time_of_others(sight), played)
    return replace(panel, plan=planned.kept(sight))


def _ask_viewer(sight: Sight, question: Question, played: Sequence[str], step: Step) -> Panel:
    note = (
        _("The rest was not played: the face-up cards have changed. Choose again.")
        if step.short and played
        else warn_of_last_turn(sight.view, sight.board, sight.prompt)
    )
    turn = sight.turn
    if turn is None or sight.game.practice:
        return Panel(YOURS, question, played=played, note=note)
    if sight.now < turn.deadline_at:
        return Panel(YOURS, question, _find_own_time(sight, turn), played, note)
    late = replace(question, label=_("Late · still your turn"))
    then = " ".join([_("Your time is over."), over(sight)])
    left = clock.left(turn.expires_at, sight.now, sight.zone, _("until %(time)s"))
    return Panel(LATE, late, left, played, note or then)


def _find_own_time(sight: Sight, turn: Turn) -> clock.TimeLeft:
    """Return the time left for the viewer's turn, and how much of it is their time bank."""
    time_left, bank = clock.left(turn.deadline_at, sight.now, sight.zone), sight.seats[turn.seat].bank
    return replace(time_left, spare=_("%(time)s of it spare") % {"time": length(bank)}) if bank else time_left


def over(sight: Sight) -> str:
    """Return what happens in this game when a player's time runs out."""
    warnings: Mapping[str, str] = {
        DEFAULT: _("Play soon, or the plainest move is made for you."),
        STAND_IN: _("Play soon, or a stand-in plays for you."),
        FORFEIT: _("Play soon, or you lose the game."),
    }
    return warnings[mapping.terms(sight.game).when_over]


def _say_waiting(sight: Sight, land: Land | None, played: Sequence[str]) -> Question:
    names = [sight.name(turn.seat) for turn in sight.turns]
    question = ngettext("%(names)s is choosing", "%(names)s are choosing", len(names)) % {"names": words.all_of(names)}
    if played and [turn.kind for turn in sight.turns] == [TakeTurn.tag]:
        question = _("%(name)s is next") % {"name": names[0]}
    if sight.seat is None:
        label = _("Watching")
    else:
        label = _("Your turn is over") if played else _("Waiting")
    back = way_back.find(sight)
    hint = _hint_while_waiting(sight) if sight.seat is not None and back is None else ""
    can_plan = back is None and has_turn_left(sight)
    later = planned.routes(sight, land) if can_plan else []
    body = NothingAsked(cards.in_hand(sight), hint, next_stop.find(sight), later, can_plan=can_plan, back=back)
    return Question(label, question, body)


def has_turn_left(sight: Sight) -> bool:
    """Check whether the viewer's seat will have another turn: in the last round, each seat has one (B18, C11)."""
    turns_left, turn, count = sight.view["turns_left"], sight.view["turn"], len(sight.seats)
    if sight.seat is None or not sight.running or sight.seats[sight.seat].status in Seat.GONE:
        return False
    if turns_left is None or turn is None or has_another_round(sight.view):
        return True
    return ((sight.seat - turn) % count or count) <= turns_left


def _hint_while_waiting(sight: Sight) -> str:
    """Return that a waiting player has nothing to do. A practice table sends no emails."""
    if not has_turn_left(sight):
        return _say_no_turn_left(sight)
    if sight.game.practice:
        return _("Nothing to do: the stand-ins answer within seconds.")
    return _("Nothing to do: we’ll email you when it’s your turn.")


def _say_no_turn_left(sight: Sight) -> str:
    over, prompt_types = _("You have played your last turn."), {prompt["type"] for prompt in sight.view["prompts"]}
    if "round" not in sight.view or CompleteTickets.tag in prompt_types:
        return over
    return " ".join((over, _("Once all have, everybody chooses which tickets to complete.")))


def _find_time_of_others(sight: Sight) -> clock.TimeLeft | None:
    turn = min(sight.turns, key=lambda turn: turn.deadline_at, default=None)
    if turn is None or sight.game.practice:
        return None
    until = max(turn.deadline_at, sight.now) if turn.expires_at <= sight.now else turn.deadline_at
    until = turn.expires_at if turn.deadline_at <= sight.now else until
    return clock.left(until, sight.now, sight.zone, _("%(name)s, until %(time)s"), name=sight.name(turn.seat))


def _say_paused(sight: Sight) -> Question:
    agreed = pauses.AGREEMENT in sight.game.pauses
    question = _("Everyone agreed to pause") if agreed else _("The game is paused")
    hints = [_("All clocks stand still. Nobody can move, and nobody loses time.")]
    if _find_end_of_pause(sight):
        hints.append(_("The game goes on as soon as one of its players wants it, and by itself when the time is over."))
    elif agreed:
        hints.append(_("There is another reason, too: the game goes on when both are gone."))
    else:
        hints.append(_("The game goes on when the reason for the pause is gone."))
    can_resume = agreed and sight.seat is not None and pauses.is_active(sight.seats[sight.seat])
    body = NothingAsked(
        cards.in_hand(sight), " ".join(hints), next_stop.find(sight), can_resume=can_resume, back=way_back.find(sight)
    )
    return Question(_("Paused"), question, body)


def _find_end_of_pause(sight: Sight) -> clock.TimeLeft | None:
    """Return when the pause ends by itself; None if an admin must end it."""
    if sight.game.paused_at is None or sight.game.pauses != [pauses.AGREEMENT]:
        return None
    return clock.left(sight.game.paused_at + pauses.LONGEST, sight.now, sight.zone, _("at most until %(time)s"))


def _say_ended(sight: Sight, step: Step) -> Question:
    at = sight.game.ended_at
    label = _("Ended · %(day)s") % {"day": clock.when(at, sight.now, sight.zone)} if at else _("Ended")
    ended = final.build_ended(sight, step.shown)
    spotlight = ended.shown.spotlight if ended.shown else None
    return Question(label, ended.outcome, ended, spotlight=spotlight)

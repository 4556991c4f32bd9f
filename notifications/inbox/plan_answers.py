"""Plans by mail: taking the lines that were typed, and saying what the plan says now and when it is played."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.errors import EngineError
from games.errors import NotFound
from games.models import Seat, Turn
from games.presentation import words
from games.presentation.words.lists import listed_with_commas
from games.refusals import explain
from games.table import plans
from games.table.plans import own_plan
from games.table.plans.own_plan import MOST_LINES
from notifications.inbox.orders import GivePlan, PlanLine, StoppedAt, Why, talk
from notifications.inbox.reply import MOST_NAMED, ActedOn, Reply, short

_OF_NUMBERS: Final = frozenset({Why.AMBIGUOUS, Why.NO_SUCH_NUMBER, Why.NUMBER_NOT_FIRST, Why.NOTHING_OFFERED})
MOST_BEFORE: Final = 3
"""How many players are named whose turns come first."""


def give(reply: Reply, order: GivePlan, acted: ActedOn) -> str:
    """Set or cancel the plan of the player's seat. Raises what `own_plan.give` and `cancel` raise."""
    if not order.lines:
        return _cancel(reply, acted)
    lines = [line for planned in order.read for line in planned.means or (planned.typed,)]
    if len(lines) > MOST_LINES:
        acted.must_tell = True
        too_long = ngettext(
            "A plan has at most %(most)d line, and this has %(count)d.",
            "A plan has at most %(most)d lines, and this has %(count)d.",
            MOST_LINES,
        )
        return " ".join([*_not_taken(reply), too_long % {"most": MOST_LINES, "count": len(lines)}])
    try:
        shown = own_plan.give(player=reply.player, game_id=reply.game.pk, lines=lines, now=reply.now)
    except plans.Unreadable as wrong:
        acted.must_tell = True
        return " ".join([*_not_taken(reply), *_explain_all(order.read, wrong, reply), *_tell_below(order.below)])
    acted.did_anything = True
    acted.must_tell |= any(_tell_below(order.below)) or _leaves_open(reply, shown)
    lines_told = _("It now says: %(lines)s.") % {"lines": listed_with_commas(f"“{line}”" for line in shown.plan.orders)}
    return " ".join([_("Your plan is taken."), *_tell_when(reply, shown), lines_told, *_tell_below(order.below)])


def _cancel(reply: Reply, acted: ActedOn) -> str:
    """Cancel the player's plan; without one, the orders below stand all the same."""
    try:
        own_plan.cancel(player=reply.player, game_id=reply.game.pk)
    except NotFound as missing:
        if missing.code != "no_plan":
            raise
    acted.did_anything = True
    return _("You have no plan any more.")


def _not_taken(reply: Reply) -> Iterator[str]:
    yield _("Your plan was not taken.")
    if own_plan.is_active(player=reply.player, game_id=reply.game.pk):
        yield _("The one that you had stays.")


def _explain_all(read: Sequence[PlanLine], wrong: plans.Unreadable, reply: Reply) -> Iterator[str]:
    """Yield each typed line that cannot stand in the plan, and the reason."""
    places = [place for place, planned in enumerate(read) for _each in planned.means or (planned.typed,)]
    errors: dict[int, EngineError] = {}
    for mistake in wrong.mistakes:
        errors.setdefault(places[mistake.line - 1], mistake.error)
    for place, error in errors.items():
        refusal = read[place].refusal or error
        why = explain(refusal) if isinstance(refusal, EngineError) else _explain_stop(refusal, reply)
        yield _("“%(line)s”: %(why)s") % {"line": short(read[place].typed), "why": why}


def _explain_stop(stopped: StoppedAt, reply: Reply) -> str:
    if stopped.reason is Why.AMBIGUOUS and stopped.suggestions:
        ways = words.one_of([f"“{line}”" for line in stopped.suggestions])
        return _("This may mean more than one move. Write %(ways)s.") % {"ways": ways}
    examples = words.one_of([f"“{line}”" for line in _list_examples(reply)])
    if stopped.reason in _OF_NUMBERS:
        return _("A plan is for turns to come, so it names moves, and no lines of a list. Write %(examples)s.") % {
            "examples": examples
        }
    return _("I do not understand this as a line of a plan. Write a move, such as %(examples)s.") % {
        "examples": examples
    }


def _list_examples(reply: Reply) -> Iterator[str]:
    board = engine.ruleset(reply.game.ruleset, reply.game.options).board
    if board.routes:
        fact = engine.notation.a_route(board)
        yield f"claim {fact.group or fact.slug}"
    yield from ("draw red else deck", "draw deck twice")


def _tell_when(reply: Reply, shown: own_plan.Shown) -> Iterator[str]:
    """Say for which turn the plan is: the open one, or the next, after those of the players before it."""
    seats = list(Seat.objects.filter(game=reply.game).select_related("player").order_by("number"))
    asked = set(Turn.objects.filter(game=reply.game, closed_at=None).values_list("seat", flat=True))
    own = shown.plan.seat
    if own in asked:
        yield _tell_open_turn(shown)
        return
    before = [seats[number] for number in _find_before(own, asked, len(seats))]
    names = [seat.player.display_name for seat in before if seat.player and seat.status == Seat.Status.PLAYING]
    if not 0 < len(names) <= MOST_BEFORE:
        yield _("It will be played when your turn comes.")
    else:
        owners = words.all_of([_("%(name)s’s") % {"name": name} for name in names])
        yield _("It will be played when your turn comes, after %(owners)s.") % {"owners": owners}
    if shown.plan.hours_left is not None:
        yield _tell_hours(shown.plan.hours_left)


def _leaves_open(reply: Reply, shown: own_plan.Shown) -> bool:
    """Check whether the player has to answer the open question, since the plan does not."""
    has_question = Turn.objects.filter(game=reply.game, seat=shown.plan.seat, closed_at=None).exists()
    return has_question and shown.plan.hours_left is None and not isinstance(shown.now, plans.Act)


def _find_before(own: int, asked: Collection[int], count: int) -> list[int]:
    """Return the seats from the one that is asked to the one before ours; none unless only one is asked."""
    if len(asked) != 1:
        return []
    (first,) = asked
    return [(first + step) % count for step in range((own - first) % count)]


def _tell_open_turn(shown: own_plan.Shown) -> str:
    if shown.plan.hours_left is not None:
        return _tell_hours(shown.plan.hours_left)
    if isinstance(shown.now, plans.Act):
        return _("It will answer your open question, within half an hour, and then play your next turns.")
    if isinstance(shown.now, plans.PlanStop):
        return _("It stops at once: %(why)s") % {"why": explain(shown.now.reason)}
    return _("It has no answer to your open question: make this move yourself. It goes on with your next turn.")


def _tell_hours(hours: int) -> str:
    sentence = ngettext(
        "It plays if you haven’t moved when %(hours)d hour of your turn is left.",
        "It plays if you haven’t moved when %(hours)d hours of your turn are left.",
        hours,
    )
    return sentence % {"hours": hours}


def _tell_below(lines: Sequence[str]) -> Iterator[str]:
    """Name what stands under the plan and may have been meant as a part of it."""
    unread = talk.find_in(lines)[:MOST_NAMED]
    if unread:
        yield _("Not a part of it: %(lines)s.") % {"lines": listed_with_commas(f"“{short(line)}”" for line in unread)}

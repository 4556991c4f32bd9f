"""The standing of tickets: completed, some spaces missing, no longer possible; or whether the track pays for them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Route, TicketFact
from engine.cards import KINDS
from engine.parts.goals import earned_so_far
from engine.parts.tickets import TicketView
from games.presentation import words
from games.presentation.prospects import cards
from games.presentation.prospects.stretches import stretches
from games.presentation.prospects.track import Paid, pays_for
from games.presentation.prospects.viewpoint import Viewpoint, held_tickets, open_goals, you
from games.presentation.prospects.ways import Land, Missing
from games.presentation.words.lists import listed, listed_with_commas

DONE, OPEN, LOST = "done", "open", "lost"
FARTHEST: Final = 1000
"""The effort of a ticket that can no longer be completed."""
OF_AN_OFFER: Final = 2
"""The most missing routes to name for a ticket to choose: with nothing built yet, each lacks a way of many."""


@dataclass(frozen=True)
class Slot:
    """A card that a ticket takes, and whether the viewer's track has it; None if that is hidden."""

    kind: str
    covered: bool | None


@dataclass(frozen=True)
class TicketStanding:
    """A ticket's standing.

    `text` describes it; `missing` are the missing routes of an open ticket on a board, `slots` are the cards of a
    ticket that is paid for with cards. `goals`, if the ticket has several: those that would bring more than it has
    `earned`; `missing` is what the nearest one lacks.
    """

    state: str
    text: str
    missing: Missing | None = None
    slots: Sequence[Slot] = ()
    goals: "Sequence[GoalStanding]" = ()
    earned: int | None = None

    @property
    def is_paid(self) -> bool:
        """Check whether available cards pay for the ticket, in addition to those for other tickets."""
        return bool(self.slots) and all(slot.covered for slot in self.slots)


class GoalStanding(NamedTuple):
    """A goal of a ticket with several: what it scores, and its standing."""

    points: int
    standing: TicketStanding


def land_of(viewpoint: Viewpoint) -> Land | None:
    """Return the board as the viewer's seat finds it; None for a spectator, and in a game without a map."""
    if viewpoint.seat is None or not viewpoint.rules.board.routes:
        return None
    return Land(viewpoint.rules, viewpoint.view, viewpoint.seat)


def land_without(viewpoint: Viewpoint, routes: Collection[str]) -> Land | None:
    """Return the board as the viewer's seat would find it if nobody had claimed these routes."""
    if viewpoint.seat is None:
        return None
    view = viewpoint.view.copy()
    view["routes"] = {route: seat for route, seat in view["routes"].items() if route not in routes}
    return Land(viewpoint.rules, view, viewpoint.seat)


def of_held(viewpoint: Viewpoint, land: Land | None) -> list[TicketStanding]:
    """Return the standing of each of the viewer's tickets, in the order of the view."""
    tickets = held_tickets(viewpoint)
    if land:
        return [_stand_on_board(land, ticket) for ticket in tickets]
    paid = _find_paid(viewpoint, tickets)
    return [_stand_by_cards(ticket, paid) for ticket in tickets]


def of_offered(viewpoint: Viewpoint, land: Land | None, offer: Sequence[TicketView]) -> list[TicketStanding]:
    """Return the standing that each of these tickets would have if it were kept."""
    if land:
        return [_stand_on_board(land, ticket) for ticket in offer]
    paid = _find_paid(viewpoint, held_tickets(viewpoint))
    return [_stand_by_cards(ticket, paid) for ticket in offer]


def fact(land: Land, ticket: TicketView) -> TicketFact:
    """Return the board's facts about a ticket."""
    return land.board.tickets[land.board.ticket_of[ticket["number"]]]


def _stand_on_board(land: Land, ticket: TicketView) -> TicketStanding:
    goals = open_goals(land.board, ticket)
    if "also" in ticket:
        standings = [GoalStanding(goal.points, _stand_of_goal(land, goal)) for goal in goals]
        return _stand_of_several(earned_so_far(ticket), standings)
    return _stand_of_goal(land, goals[0]) if goals else TicketStanding(DONE, _("done"))


def _stand_of_several(earned: int | None, goals: Sequence[GoalStanding]) -> TicketStanding:
    """Return the standing of a ticket with several goals, of which these would bring more than it has earned."""
    if all(goal.standing.state == LOST for goal in goals):
        text = _("no longer possible") if earned is None else _("done, +%(points)d") % {"points": earned}
        return TicketStanding(LOST if earned is None else DONE, text)
    text = _tell_goals(earned, [(goal.points, goal.standing.text) for goal in goals])
    return TicketStanding(OPEN, text, _find_nearest(goals).standing.missing, goals=goals, earned=earned)


def _find_nearest(goals: Sequence[GoalStanding]) -> GoalStanding:
    """Return the possible goal that lacks the fewest spaces; of several, the one that scores most."""
    possible = (goal for goal in goals if goal.standing.state != LOST)
    return min(possible, key=lambda goal: (spaces(goal.standing), -goal.points))


def _tell_goals(earned: int | None, standings: Iterable[tuple[int, str]]) -> str:
    """Tell what a ticket with several goals has earned, and the standing of each goal that would bring more."""
    so_far = [] if earned is None else [_("+%(points)d so far") % {"points": earned}]
    goals = (_("+%(points)d: %(standing)s") % {"points": points, "standing": text} for points, text in standings)
    return listed_with_commas([*so_far, *goals])


def _stand_of_goal(land: Land, goal: TicketFact) -> TicketStanding:
    missing = land.missing(goal)
    if missing is None:
        return _stand_if_lent(land.missing_if_lent(goal))
    sentence = ngettext("%(n)d space to go", "%(n)d spaces to go", missing.spaces)
    return TicketStanding(OPEN, sentence % {"n": missing.spaces}, missing)


def _stand_if_lent(missing: Missing | None) -> TicketStanding:
    """Return the standing of a ticket that cannot be completed unless routes of others come to count."""
    if missing is None:
        return TicketStanding(LOST, _("no longer possible"))
    if not missing.spaces:
        return TicketStanding(OPEN, _("only over routes of others"), missing)
    sentence = ngettext(
        "%(n)d space to go beside routes of others", "%(n)d spaces to go beside routes of others", missing.spaces
    )
    return TicketStanding(OPEN, sentence % {"n": missing.spaces}, missing)


def _find_paid(viewpoint: Viewpoint, tickets: Sequence[TicketView]) -> Paid | None:
    """Return which of the viewer's tickets the track pays for; None if the viewer may not look at it."""
    own = you(viewpoint)
    stack = own.get("on_track") if own else None
    if stack is None:
        return None
    return pays_for(
        viewpoint.rules.board, [ticket["number"] for ticket in tickets if not ticket.get("completed")], stack
    )


def _stand_by_cards(ticket: TicketView, paid: Paid | None) -> TicketStanding:
    kinds = ticket.get("cards", [])
    if ticket.get("completed"):
        return TicketStanding(DONE, _("done"), slots=[Slot(kind, True) for kind in kinds])
    if paid is None:
        sentence = _("costs %(cards)s") % {"cards": words.counted(Counter(kinds))}
        return TicketStanding(OPEN, sentence, slots=[Slot(kind, None) for kind in kinds])
    if ticket["number"] in paid.numbers:
        return TicketStanding(OPEN, _("your track pays for it"), slots=[Slot(kind, True) for kind in kinds])
    slots = list(_cover_slots(kinds, paid.rest))
    lacking = Counter(slot.kind for slot in slots if not slot.covered)
    if not lacking:
        return TicketStanding(OPEN, _("your track pays for it, too"), slots=slots)
    sentence = _("lacks %(cards)s once the others are paid for") if paid.numbers else _("lacks %(cards)s")
    return TicketStanding(OPEN, sentence % {"cards": words.counted(lacking)}, slots=slots)


def in_short(paid: Sequence[str], completed: Sequence[str], lost: Sequence[str], every: int) -> Iterator[str]:
    """Yield sentences about tickets that need nothing now, by their names; `every`: how many are held."""
    if paid:
        yield _tell_paid(paid, every)
    if completed:
        sentence = ngettext("%(tickets)s is done", "%(tickets)s are done", len(completed))
        yield sentence % {"tickets": words.all_of(completed)}
    if lost:
        yield _("no longer possible: %(tickets)s") % {"tickets": words.all_of(lost)}


def _tell_paid(tickets: Sequence[str], every: int) -> str:
    placeholders = {"paid": len(tickets), "n": every, "tickets": words.all_of(tickets)}
    if len(tickets) == every:
        sentence = ngettext("Your track pays for your ticket", "Your track pays for all %(n)d tickets together", every)
    elif len(tickets) == 1:
        sentence = ngettext(
            "Your track pays for %(paid)d of %(n)d ticket: %(tickets)s",
            "Your track pays for %(paid)d of %(n)d tickets: %(tickets)s",
            every,
        )
    else:
        sentence = ngettext(
            "Your track pays for %(paid)d of %(n)d ticket together: %(tickets)s",
            "Your track pays for %(paid)d of %(n)d tickets together: %(tickets)s",
            every,
        )
    return sentence % placeholders


def each_in_full(
    land: Land | None, tickets: Sequence[TicketView], every: Sequence[TicketStanding], by: Route | None = None
) -> list[str]:
    """Describe each ticket's standing with its missing routes, along the route `by` if that is not longer."""
    if land is None:
        return [standing.text for standing in every]
    return [
        _tell_in_full(land, _prefer_route(land, ticket, standing, by))
        for ticket, standing in zip(tickets, every, strict=True)
    ]


def offer_in_full(land: Land | None, every: Sequence[TicketStanding]) -> list[str]:
    """Describe the standing that each ticket to choose from would have."""
    return [_tell_in_full(land, standing) if land and _lacks_few(standing) else standing.text for standing in every]


def _lacks_few(standing: TicketStanding) -> bool:
    return standing.missing is not None and standing.missing.routes.bit_count() <= OF_AN_OFFER


def _prefer_route(land: Land, ticket: TicketView, standing: TicketStanding, by: Route | None) -> TicketStanding:
    if by is None or standing.missing is None:
        return standing
    points = _find_nearest(standing.goals).points if standing.goals else ticket["points"]
    nearest = next(goal for goal in open_goals(land.board, ticket) if goal.points == points)
    return replace(standing, missing=land.missing_by(nearest, by) or standing.missing)


def most_points(ticket: TicketView, standing: TicketStanding) -> int:
    """Return the most that a ticket can still score: of several goals, the best one that is possible."""
    possible = (goal.points for goal in standing.goals if goal.standing.state != LOST)
    return max(possible, default=earned_so_far(ticket) or ticket["points"])


def effort(ticket: TicketView, standing: TicketStanding) -> int:
    """Return how many spaces or cards a ticket still lacks, less its points; of several goals, for the best one."""
    if standing.state == LOST:
        return FARTHEST
    goals = [goal for goal in standing.goals if goal.standing.state != LOST]
    ways = goals or [GoalStanding(ticket["points"], standing)]
    return min(spaces(goal.standing) + len(goal.standing.slots) - goal.points for goal in ways)


def spaces(standing: TicketStanding) -> int:
    """Return how many spaces the ticket lacks on a board; 0 in a game without one."""
    return standing.missing.spaces if standing.missing else 0


def _tell_in_full(land: Land, standing: TicketStanding) -> str:
    """Describe a ticket's standing: missing routes between its cities, then those that join the viewer's network."""
    missing = standing.missing
    if standing.goals:
        return _tell_goals_in_full(land, standing)
    if missing is None or not missing.routes:
        return standing.text
    between, beside = (stretches(land.board, routes, missing.way) for routes in (missing.between, missing.beside))
    sentence = (
        _("%(told)s: %(routes)s") % {"told": standing.text, "routes": listed(between)} if between else standing.text
    )
    return (
        _("%(told)s; to join your routes: %(routes)s") % {"told": sentence, "routes": listed(beside)}
        if beside
        else sentence
    )


def _tell_goals_in_full(land: Land, standing: TicketStanding) -> str:
    """Describe the standing of a ticket with several goals: the missing routes of the nearest one only, for brevity."""
    nearest = _find_nearest(standing.goals)
    in_full = _tell_in_full(land, replace(nearest.standing, missing=standing.missing))
    standings = ((goal.points, in_full if goal is nearest else goal.standing.text) for goal in standing.goals)
    return _tell_goals(standing.earned, standings)


def _cover_slots(kinds: Sequence[str], lying: Mapping[str, int]) -> Iterator[Slot]:
    """Yield a slot for each card, covered if the track has it; locomotives replace missing cards."""
    have = {kind: lying.get(kind, 0) for kind in KINDS}
    for kind in kinds:
        pays = kind if have[kind] else cards.LOCO
        covered = have[pays] > 0
        have[pays] -= covered
        yield Slot(kind, covered)

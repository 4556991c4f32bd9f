"""Words for games on a board: routes, trains, the longest path."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from engine.boards import Board
from engine.logged_events import LoggedRouteClaimed
from engine.logged_moves import LoggedClaimRoute
from engine.model import ScoringLine
from engine.parts.claims import ClaimRoute, RouteClaimed
from engine.views import View
from games.presentation.words.chosen_text import Counted, Texts
from games.presentation.words.colors import paid, paid_with
from games.presentation.words.sentences import Names, SeatDeed, Sentence
from games.presentation.words.vocabulary import Bonus, LedgerLine, Row, Section, Words, route, track

CLAIMED: Final = Sentence(
    you=gettext_lazy("You claimed %(route)s with %(paid)s"),
    name=gettext_lazy("%(name)s claimed %(route)s with %(paid)s"),
    then=gettext_lazy("%(before)s and claimed %(route)s with %(paid)s"),
)
CLAIMED_WITH_OTHER_CARDS: Final = Sentence(
    you=gettext_lazy("You claimed %(route)s"),
    name=gettext_lazy("%(name)s claimed %(route)s"),
    then=gettext_lazy("%(before)s and claimed %(route)s"),
)
CLAIMED_FOR_POINTS: Final = Sentence(
    you=ngettext_lazy(
        "You claimed %(route)s with %(paid)s, for %(n)d point",
        "You claimed %(route)s with %(paid)s, for %(n)d points",
        "n",
    ),
    name=ngettext_lazy(
        "%(name)s claimed %(route)s with %(paid)s, for %(n)d point",
        "%(name)s claimed %(route)s with %(paid)s, for %(n)d points",
        "n",
    ),
    then=ngettext_lazy(
        "%(before)s and claimed %(route)s with %(paid)s, for %(n)d point",
        "%(before)s and claimed %(route)s with %(paid)s, for %(n)d points",
        "n",
    ),
)
CLAIMED_WITH_OTHER_CARDS_FOR_POINTS: Final = Sentence(
    you=ngettext_lazy("You claimed %(route)s, for %(n)d point", "You claimed %(route)s, for %(n)d points", "n"),
    name=ngettext_lazy(
        "%(name)s claimed %(route)s, for %(n)d point", "%(name)s claimed %(route)s, for %(n)d points", "n"
    ),
    then=ngettext_lazy(
        "%(before)s and claimed %(route)s, for %(n)d point", "%(before)s and claimed %(route)s, for %(n)d points", "n"
    ),
)


def _route_claimed(event: LoggedRouteClaimed, board: Board) -> SeatDeed:
    facts = _claim_facts(event, board)
    return SeatDeed(event["seat"], CLAIMED if facts["paid"] else CLAIMED_WITH_OTHER_CARDS, facts)


def claimed_for_points(event: LoggedRouteClaimed, points: int, board: Board) -> SeatDeed:
    """Describe a claim with the points that it brought its player."""
    facts = _claim_facts(event, board)
    sentence = CLAIMED_FOR_POINTS if facts["paid"] else CLAIMED_WITH_OTHER_CARDS_FOR_POINTS
    return SeatDeed(event["seat"], sentence, {**facts, "n": points})


def _claim_facts(event: LoggedRouteClaimed, board: Board) -> dict[str, str]:
    """Return the route and what was paid: "" if other cards stood for all that it takes."""
    return {
        "route": route(event["route"], board, event["color"] if event["cards"] else ""),
        "paid": paid_with({event["color"]: event["cards"], "locomotive": event["locomotives"]}),
    }


def _claim(move: LoggedClaimRoute, board: Board) -> str:
    length = board.routes[board.route_of[move["route"]]].length
    cards = paid(move["color"], length, move["locomotives"])
    return _("claim %(route)s with %(paid)s") % {"route": track(move["route"], board), "paid": cards}


def _route(line: LedgerLine, board: Board) -> str:
    return _("route %(route)s") % {"route": route(line["subject"], board)}


def _longest_path(line: LedgerLine, board: Board) -> str:
    trains = int(line["subject"])
    sentence = ngettext(
        "longest continuous path, %(length)d train", "longest continuous path, %(length)d trains", trains
    )
    return sentence % {"length": trains}


def _scored_routes(line: ScoringLine, board: Board) -> str:
    count = line.routes.bit_count()
    return ngettext("%(n)d route", "%(n)d routes", count) % {"n": count}


def _scored_path(line: ScoringLine, board: Board) -> str:
    """Name the longest continuous path, or a path that is not the longest."""
    spaces = int(line.subjects[0])
    if not line.points:
        return ngettext("Path of %(n)d space", "Path of %(n)d spaces", spaces) % {"n": spaces}
    sentence = ngettext("Longest continuous path, %(n)d space", "Longest continuous path, %(n)d spaces", spaces)
    return sentence % {"n": spaces}


def _routes_by_holder(view: View, names: Names, board: Board) -> Section | None:
    return Section(_("Routes"), list(_holders(view, board))) if view.get("routes") else None


def _holders(view: View, board: Board) -> Iterator[Row]:
    for seat in sorted(set(view["routes"].values())):
        yield Row(seat, [route(slug, board) for slug, owner in view["routes"].items() if owner == seat])


REFUSALS: Final[Texts] = {
    "claim_what": gettext_lazy("What do you claim, and with which cards? For example: {expected}"),
    "one_color_only": gettext_lazy("Pay with cards of one color and locomotives. For example: {expected}"),
    "unknown_route": gettext_lazy("There is no route “{given}”."),
    "which_track": gettext_lazy("Which track of {given}? Choose one of {known}."),
    "unknown_city": gettext_lazy("There is no city “{given}”."),
    "route_taken": gettext_lazy("The route {route} is already claimed."),
    "own_parallel_track": gettext_lazy("You hold another track of {route}."),
    "track_closed": gettext_lazy("Another track of {route} is taken; with so few players, this one is closed."),
    "not_enough_trains": Counted(
        "need",
        lambda n: ngettext(
            "You have {have} of the {need} train that the route takes.",
            "You have {have} of the {need} trains that the route takes.",
            n,
        ),
    ),
    "too_many_locomotives": gettext_lazy("Locomotives that this route takes: at most {most}."),
    "ferry_needs_locomotives": gettext_lazy("Locomotives that this ferry takes: at least {need}."),
    "not_enough_locomotives": Counted(
        "need",
        lambda n: ngettext(
            "You have {have} of the {need} locomotive that it takes.",
            "You have {have} of the {need} locomotives that it takes.",
            n,
        ),
    ),
    "not_enough_cards": Counted(
        "need",
        lambda n: ngettext(
            "You have {have} of the {need} card of this color that it takes.",
            "You have {have} of the {need} cards of this color that it takes.",
            n,
        ),
    ),
    "wrong_number_of_cards": gettext_lazy("Cards that this route costs: {need}."),
    "name_the_color_paid": gettext_lazy("Say which color you pay with: locomotives alone don’t tell us."),
    "wrong_color": gettext_lazy("Pay for this route with {need}."),
}

WORDS: Final = Words(
    titles={"usa@1": gettext_lazy("Ticket to Ride"), "USA": gettext_lazy("USA")},
    about={"usa@1": gettext_lazy("Routes across a map, secret tickets, and the longest continuous path.")},
    sentences={RouteClaimed.tag: _route_claimed},
    reasons={"route": _route, "longest_path": _longest_path},
    subjects={"route": gettext_lazy("a claimed route"), "longest_path": gettext_lazy("its length, in trains")},
    scoring={"route": _scored_routes, "longest_path": _scored_path},
    bonuses={
        "longest_path": Bonus(
            Sentence(
                you=ngettext_lazy(
                    "You have the longest continuous path, %(spaces)d space: %(points)s",
                    "You have the longest continuous path, %(spaces)d spaces: %(points)s",
                    "spaces",
                ),
                name=ngettext_lazy(
                    "%(name)s has the longest continuous path, %(spaces)d space: %(points)s",
                    "%(name)s has the longest continuous path, %(spaces)d spaces: %(points)s",
                    "spaces",
                ),
            ),
            lambda line, board: {"spaces": int(line["subject"])},
        )
    },
    moves={ClaimRoute.tag: _claim},
    deeds={ClaimRoute.tag: gettext_lazy("claim a route")},
    columns={"trains": gettext_lazy("trains")},
    sections=(_routes_by_holder,),
    attributes={"ferry": gettext_lazy("ferry")},
    refusals=REFUSALS,
)

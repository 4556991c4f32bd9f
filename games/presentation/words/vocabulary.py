"""The parts of sentences: cards, cities, routes, tickets; and `Words`, the record of all that a game needs."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.boards import GRAY, Board, City, Route, RouteFact
from engine.cards import KINDS
from engine.logged_events import LoggedEvent, LoggedPointsScored
from engine.model import ScoringLine
from engine.parts.network import routes_in
from engine.views import PromptView, View
from games.presentation.words.chosen_text import Texts
from games.presentation.words.colors import TRACKS, Phrases, card, counted
from games.presentation.words.lists import listed, listed_with_commas, one_of
from games.presentation.words.sentences import Names, SeatDeed, Sentence, Tellable


class Row(NamedTuple):
    """Some things of one seat, or of the whole table if `seat` is None."""

    seat: int | None
    things: Sequence[str]


class AskedQuestion(NamedTuple):
    """The opening of an email that asks a question: a clause, and the sentences after it, if any."""

    clause: Promise
    more: Promise | str = ""


class Section(NamedTuple):
    """A part of the public position under a title."""

    title: str
    rows: Sequence[Row]


class LedgerLine(TypedDict):
    """The reason for a score, and the stored name of its subject."""

    reason: str
    subject: str


Teller = Callable[[Any, Board], Tellable | None]
"""A function that says what there is to tell of an event, listed by the event's tag; None if nothing."""
Join = Callable[[Sequence[Any]], LoggedEvent]
"""A function that joins several events of the tag by which it is listed."""
MoveWriter = Callable[[Any, Board], str]
"""A function that describes a move, listed by the move's tag."""
Particulars = Callable[[PromptView, Board], str]
"""A function that says what an open question is about, listed by its tag."""
Reason = Callable[[LedgerLine, Board], str]
ScoringText = Callable[[ScoringLine, Board], str]
"""A function that says what a line of the final scoring is for."""
SectionWriter = Callable[[View, Names, Board], Section | None]


@dataclass(frozen=True)
class Bonus:
    """The sentence about a bonus at the end; `facts` are what its messages need besides name and points."""

    sentence: Sentence
    facts: Callable[[LedgerLine, Board], dict[str, object]]

    def tell(self, event: LoggedPointsScored, board: Board) -> SeatDeed:
        """Return what there is to tell of a bonus that was scored."""
        return SeatDeed(event["seat"], self.sentence, {"points": signed(event["points"]), **self.facts(event, board)})


@dataclass(frozen=True)
class Words:
    """The words of one module of this package. The keys are the engine's stored names.

    `titles`: rulesets, boards by their English names, and options. `about`: a ruleset in one sentence, to choose by.
    `sentences`: facts. `joined`: for facts that often come in a row, how to join a seat's into one fact, which has a
    sentence, too. `reasons`: lines of the ledger; `subjects`: what such a line is about, by its reason, for
    programmers. `scoring`: lines of the final scoring, by their reason; `bonuses`: sentences about those that the end
    brings. `questions`: questions to a seat, such as "take a turn"; `asked`: openings of emails that ask it;
    `particulars`: what the open question is about, from its view; `composing`: sentences about answers that are too
    many to list. `columns`: numbers that a view shows for every seat. `sections`: parts of the position, None if the
    view has no such part. `attributes`: properties that only some routes have; `risks`: of these, what may still happen
    after a claim, in a few words, and `warnings`, in a sentence. `moves`: a seat's moves, in the imperative. `deeds`:
    the uses of a turn, by the move, in a few words. `refusals`: codes of the engine.
    """

    titles: Phrases = field(default_factory=dict)
    about: Phrases = field(default_factory=dict)
    sentences: Mapping[str, Teller] = field(default_factory=dict)
    joined: Mapping[str, Join] = field(default_factory=dict)
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    subjects: Phrases = field(default_factory=dict)
    scoring: Mapping[str, ScoringText] = field(default_factory=dict)
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    questions: Phrases = field(default_factory=dict)
    asked: Mapping[str, AskedQuestion] = field(default_factory=dict)
    particulars: Mapping[str, Particulars] = field(default_factory=dict)
    composing: Phrases = field(default_factory=dict)
    columns: Phrases = field(default_factory=dict)
    sections: Sequence[SectionWriter] = ()
    attributes: Phrases = field(default_factory=dict)
    risks: Phrases = field(default_factory=dict)
    warnings: Phrases = field(default_factory=dict)
    moves: Mapping[str, MoveWriter] = field(default_factory=dict)
    deeds: Phrases = field(default_factory=dict)
    refusals: Texts = field(default_factory=dict)


ATTRIBUTES: Final[dict[str, Promise]] = {}
"""All `Words.attributes`. The package fills it after loading them, since sentences are made here."""
RISKS: Final[dict[str, Promise]] = {}
WARNINGS: Final[dict[str, Promise]] = {}
"""All `Words.risks` and `Words.warnings`, in the same way."""


def amount(number: int) -> str:
    """Return a number as people read it: with a minus sign, not a hyphen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """Return a number with its sign, even a plus, and with a minus sign, not a hyphen."""
    return f"{number:+d}".replace("-", "−")


def cards(kinds: Iterable[str]) -> str:
    """List several cards, in the order given."""
    return listed([card(kind) for kind in kinds])


def city(slug: str, board: Board) -> str:
    """Return the name of a city."""
    return board.cities[board.city_of[slug]].name


def route(slug: str, board: Board, color_named: str = "") -> str:
    """Describe a route: its cities; its color if a parallel track has another, unless the sentence contains it already
    (`color_named`); "ferry" if it is one.
    """
    fact = board.routes[board.route_of[slug]]
    return _with_marks(fact, board, _color(board.route_of[slug], board, color_named))


def track(slug: str, board: Board) -> str:
    """Describe a route to choose: its cities, and the number by which moves name it if there are several tracks."""
    fact = board.routes[board.route_of[slug]]
    return _with_marks(fact, board, [_("track %(track)s") % {"track": slug.rpartition("-")[2]}] if fact.group else [])


def route_in_color(slug: str, board: Board) -> str:
    """Describe a route, always with the color of its track: "Denver – Omaha (purple track)"."""
    fact = board.routes[board.route_of[slug]]
    return _with_marks(fact, board, [track_color(fact)])


def track_color(fact: RouteFact) -> str:
    """Return the color of a track in words."""
    if fact.color == GRAY:
        return _("any color")
    return str(TRACKS[KINDS[fact.color]])


def _with_marks(fact: RouteFact, board: Board, marks: Sequence[str]) -> str:
    a, b = (board.cities[end].name for end in fact.ends)
    all_marks = listed([*marks, *attributes(fact)])
    return f"{a} – {b} ({all_marks})" if all_marks else f"{a} – {b}"


def _color(route: Route, board: Board, color_named: str) -> list[str]:
    fact = board.routes[route]
    if KINDS[fact.color] == color_named or not _lies_by_another_color(board, route):
        return []
    return [track_color(fact)]


@cache
def _lies_by_another_color(board: Board, route: Route) -> bool:
    """Check for a parallel track of another color; cached, because a page names every claimed route."""
    return any(board.routes[other].color != board.routes[route].color for other in routes_in(board.parallels[route]))


def attributes(fact: RouteFact) -> list[str]:
    """Return the attributes of a route, such as "ferry"."""
    return [str(ATTRIBUTES[name]) for name in fact.attributes if name in ATTRIBUTES]


def risks(fact: RouteFact) -> list[str]:
    """Return the attributes of a route with what may still happen after a claim: "tunnel, up to 3 more cards"."""
    names = [name for name in fact.attributes if name in ATTRIBUTES]
    return [f"{ATTRIBUTES[name]}, {RISKS[name]}" if name in RISKS else str(ATTRIBUTES[name]) for name in names]


def warnings(fact: RouteFact) -> list[str]:
    """Return a sentence about each thing that may still happen after a route is claimed."""
    return [str(WARNINGS[name]) for name in fact.attributes if name in WARNINGS]


def ticket(number: int, board: Board) -> str:
    """Describe a ticket: its cities and its value, and the cards it takes if tickets are paid for with cards."""
    fact = board.tickets[board.ticket_of[number]]
    if len(fact.goals) > 1:
        return ticket_title(number, board)
    facts = {"ends": ticket_title(number, board), "points": fact.points}
    if not fact.cards:
        return _("%(ends)s (%(points)d)") % facts
    takes = counted({KINDS[kind]: fact.cards.count(kind) for kind in fact.cards})
    return _("%(ends)s (%(points)d: %(cards)s)") % {**facts, "cards": takes}


def ticket_title(number: int, board: Board) -> str:
    """Return a ticket's cities as its name; of several goals each with its value: "A – B (2), C (4) or D (7)"."""
    goals = board.tickets[board.ticket_of[number]].goals
    if len(goals) == 1:
        return _name_ends(goals[0].ends, board)
    shared = set.intersection(*(set(goal.ends) for goal in goals))
    ends = [sorted(goal.ends, key=lambda end: end not in shared) for goal in goals]
    names = [_name_ends(pair[bool(shared and place) :], board) for place, pair in enumerate(ends)]
    facts = ({"ends": name, "points": goal.points} for name, goal in zip(names, goals, strict=True))
    return one_of([_("%(ends)s (%(points)d)") % fact for fact in facts])


def _name_ends(ends: Sequence[City], board: Board) -> str:
    return _(" – ").join(board.cities[end].name for end in ends)


def value_range(values: Collection[int]) -> str:
    """Return what a ticket scores; of several goals from the least to the best: "2–11"."""
    least, most = min(values), max(values)
    return str(most) if least == most else _("%(least)d–%(most)d") % {"least": least, "most": most}


def goal_of(number: int, points: int, board: Board) -> str:
    """Return a ticket's cities: of several goals the one that scored these points, or all if none did."""
    goals = board.tickets[board.ticket_of[number]].goals
    reached = next((goal for goal in goals if goal.points == points), None)
    return ticket_title(number, board) if reached is None else _name_ends(reached.ends, board)


def tickets(numbers: Iterable[int], board: Board) -> str:
    """Describe several tickets, in the order given."""
    return listed_with_commas([ticket(number, board) for number in numbers])


def simply(words: Promise) -> MoveWriter:
    """Return a function for the fixed words of a move."""
    return lambda move, board: str(words)


def in_city(words: Promise) -> MoveWriter:
    """Return a function that puts the city into the words of a move."""
    return lambda move, board: str(words) % {"city": city(move["city"], board)}


def deed(sentence: Sentence) -> Teller:
    """Return a function for a sentence that needs no facts."""
    return lambda event, board: SeatDeed(event["seat"], sentence)


def deed_in_city(sentence: Sentence) -> Teller:
    """Return a function that puts the city into a sentence."""
    return lambda event, board: SeatDeed(event["seat"], sentence, {"city": city(event["city"], board)})

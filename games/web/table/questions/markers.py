"""Questions about where to start, where to place a marker, and where Alvin goes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _

import engine
from engine.boards import City
from engine.cards import KINDS
from engine.parts.alvin import MoveAlvin, SendAlvin
from engine.parts.goals import list_cities
from engine.parts.markers import PAIR, ChooseStart, Mark, MarkNothing, PlaceMarker, Start
from games.presentation import words
from games.presentation.prospects import cards
from games.presentation.prospects.helped_tickets import letters
from games.presentation.prospects.ways import Land
from games.web.table.asked import Action, Question
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class CityChoice:
    """A city that can be chosen, at the address `href`; `letters` are those of the tickets that name it."""

    slug: str
    name: str
    letters: str
    href: str
    chosen: bool


@dataclass(frozen=True)
class Starting:
    """The question's body: cities, those of the viewer's tickets first."""

    template: ClassVar[str] = "web/table/_start.html"
    hand: Sequence[cards.Chip]
    mine: Sequence[CityChoice]
    others: Sequence[CityChoice]
    actions: Sequence[Action]


@dataclass(frozen=True)
class MarkWay:
    """A way to place a marker: its move, its city, the two cards."""

    move: str
    city: str
    cards: Sequence[str]
    button: str
    chosen: bool


@dataclass(frozen=True)
class Marking:
    """The question's body: the ways to place a marker, or to place none."""

    template: ClassVar[str] = "web/table/_marking.html"
    hand: Sequence[cards.Chip]
    ways: Sequence[MarkWay]
    explanation: str
    none: Action


@dataclass(frozen=True)
class Sending:
    """The question's body: a button for each city to which Alvin may go."""

    template: ClassVar[str] = "web/table/_send.html"
    hand: Sequence[cards.Chip]
    explanation: str
    actions: Sequence[Action]


def choose_start(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask in which city to start."""
    letters_by_city = _letter_cities(sight)
    moves = {sight.board.cities[move.city].slug: move for move in sight.options if isinstance(move, Start)}
    choices = [_build_city_choice(sight, slug, letters_by_city.get(slug, ""), step.city) for slug in moves]
    ticket_cities = sorted(
        (choice for choice in choices if choice.letters), key=lambda choice: (-len(choice.letters), choice.letters)
    )
    actions = [
        Action(_("Start in %(city)s") % {"city": choice.name}, [engine.notation.write(sight.rules, moves[choice.slug])])
        for choice in choices
        if choice.chosen
    ]
    body = Starting(cards.in_hand(sight), ticket_cities, [choice for choice in choices if not choice.letters], actions)
    links = {slug: f"?city={slug}" for slug in moves}
    chosen = next((choice.slug for choice in choices if choice.chosen), "")
    chosen_slugs = [chosen] if chosen else []
    return Question(
        _("The game has begun"),
        _("Where will you start?"),
        body,
        chosen=chosen,
        cities=links,
        cities_named=chosen_slugs,
    )


def _build_city_choice(sight: Sight, slug: str, ticket_letters: str, chosen: str) -> CityChoice:
    return CityChoice(slug, words.city(slug, sight.board), ticket_letters, f"?city={slug}", slug == chosen)


def _letter_cities(sight: Sight) -> dict[str, str]:
    """Return the letters of the viewer's tickets by the cities that they name."""
    tickets = sight.you["tickets"] if sight.you else []
    letters_by_city: dict[str, str] = {}
    for letter, ticket in zip(letters(len(tickets)), tickets, strict=True):
        for end in list_cities(ticket):
            letters_by_city[end] = letters_by_city.get(end, "") + letter
    return letters_by_city


def place_marker(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask whether to place a marker at one of the ends of the route just claimed."""
    assert sight.prompt is not None
    moves = [move for move in sight.options if isinstance(move, Mark)]
    moves.sort(key=lambda move: (move.city, move.locomotives, move.color))
    none = next(engine.notation.write(sight.rules, move) for move in sight.options if isinstance(move, MarkNothing))
    cities = list(dict.fromkeys(move.city for move in moves))
    explanation = _explain_marker(sight, sight.prompt["route"], cities, claimed_just_now=bool(step.played))
    ways = [_build_way(sight, move, step) for move in moves]
    body = Marking(cards.in_hand(sight), ways, explanation, Action(_("Place none"), [none]))
    city_slugs = [sight.board.cities[city].slug for city in cities]
    return Question(_("Your turn"), _("Place a marker?"), body, lit=[sight.prompt["route"]], cities_named=city_slugs)


def _explain_marker(sight: Sight, route: str, cities: Sequence[City], *, claimed_just_now: bool) -> str:
    """Return what a marker costs and where one can be placed, after the claim, unless the page has just named that."""
    names = words.one_of([_name_city(sight, city) for city in cities])
    cost = _("A marker in %(city)s costs two cards of a color.") % {"city": names or _("one of its cities")}
    if claimed_just_now:
        return cost
    return _("You claimed %(route)s.") % {"route": words.route(route, sight.board)} + f" {cost}"


def _build_way(sight: Sight, move: Mark, step: Step) -> MarkWay:
    name = _name_city(sight, move.city)
    spent = cards.paid(KINDS[move.color], PAIR - move.locomotives, move.locomotives)
    button = _("Place it in %(city)s for %(cards)s") % {"city": name, "cards": words.counted(spent)}
    notation = engine.notation.write(sight.rules, move)
    return MarkWay(notation, name, cards.spread(spent), button, notation in step.refused)


def _name_city(sight: Sight, city: City) -> str:
    return sight.board.cities[city].name


def move_alvin(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask to which of the viewer's cities Alvin goes."""
    moves = [move for move in sight.options if isinstance(move, SendAlvin)]
    actions = [
        Action(_("To %(city)s") % {"city": _name_city(sight, move.city)}, [engine.notation.write(sight.rules, move)])
        for move in moves
    ]
    explanation = _("You have caught him. Whoever's city he is in at the end scores for him.")
    return Question(_("Your turn"), _("Where does Alvin go?"), Sending(cards.in_hand(sight), explanation, actions))


QUESTIONS: Final = {ChooseStart.tag: choose_start, PlaceMarker.tag: place_marker, MoveAlvin.tag: move_alvin}

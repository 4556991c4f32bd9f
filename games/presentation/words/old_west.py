"""Words for the Old West: starting cities, city markers, the Globetrotter, Alvin."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from engine.boards import Board
from engine.logged_events import LoggedMarkerPlaced
from engine.logged_moves import LoggedMark
from engine.model import ScoringLine
from engine.parts.alvin import AlvinCaught, AlvinMoved, SendAlvin
from engine.parts.markers import PAIR, Mark, MarkerDeclined, MarkerPlaced, MarkNothing, Start, StartChosen
from engine.views import SeatView, View
from games.presentation.words.colors import Phrases, paid, paid_with
from games.presentation.words.lists import all_of
from games.presentation.words.sentences import Names, SeatDeed, Sentence
from games.presentation.words.vocabulary import (
    AskedQuestion,
    Bonus,
    LedgerLine,
    Row,
    Section,
    Words,
    city,
    deed,
    deed_in_city,
    in_city,
    route,
    simply,
)


def _marker_placed(event: LoggedMarkerPlaced, board: Board) -> SeatDeed:
    facts = {
        "city": city(event["city"], board),
        "paid": paid_with({event["color"]: event["cards"], "locomotive": event["locomotives"]}),
    }
    return SeatDeed(event["seat"], MARKER_PLACED, facts)


def _mark(move: LoggedMark, board: Board) -> str:
    cards = paid(move["color"], PAIR, move["locomotives"])
    return _("place a marker in %(city)s for %(paid)s") % {"city": city(move["city"], board), "paid": cards}


def _marker(line: LedgerLine, board: Board) -> str:
    return _("a marker at an end of %(route)s") % {"route": route(line["subject"], board)}


def _globetrotter(line: LedgerLine, board: Board) -> str:
    count = int(line["subject"])
    sentence = ngettext("Globetrotter, %(count)d ticket completed", "Globetrotter, %(count)d tickets completed", count)
    return sentence % {"count": count}


def _alvin_caught(line: LedgerLine, board: Board) -> str:
    return _("catching Alvin in %(city)s") % {"city": city(line["subject"], board)}


def _alvin_kept(line: LedgerLine, board: Board) -> str:
    return _("Alvin in %(city)s at the end") % {"city": city(line["subject"], board)}


def _scored_markers(line: ScoringLine, board: Board) -> str:
    count = len(line.subjects)
    return ngettext("Markers on %(n)d route", "Markers on %(n)d routes", count) % {"n": count}


def _scored_globetrotter(line: ScoringLine, board: Board) -> str:
    count = int(line.subjects[0])
    return ngettext("Globetrotter, %(n)d ticket", "Globetrotter, %(n)d tickets", count) % {"n": count}


def _scored_catches(line: ScoringLine, board: Board) -> str:
    return _("Alvin caught in %(cities)s") % {"cities": all_of([city(slug, board) for slug in line.subjects])}


def _scored_alvin(line: ScoringLine, board: Board) -> str:
    return _("Alvin at the end, in %(city)s") % {"city": city(line.subjects[0], board)}


def _markers(view: View, names: Names, board: Board) -> Section | None:
    """List whose markers are where, the starting city first."""
    if not view.get("markers"):
        return None
    rows = [Row(seat["seat"], _cities_of(seat, view, board)) for seat in view["seats"]]
    return Section(_("City markers"), [row for row in rows if row.things])


def _cities_of(seat: SeatView, view: View, board: Board) -> list[str]:
    cities = [slug for slug, owner in view["markers"].items() if owner == seat["seat"]]
    start = _("%(city)s (start)")
    return [start % {"city": city(slug, board)} if slug == seat["start"] else city(slug, board) for slug in cities]


def _alvin(view: View, names: Names, board: Board) -> Section | None:
    """Return where Alvin is, and who controls him."""
    alvin = view.get("alvin")
    if alvin is None:
        return None
    where = {"city": city(alvin["city"], board)}
    if alvin["caught_by"] is not None:
        sentence = _("In %(city)s, caught by %(name)s") % {**where, "name": names(alvin["caught_by"])}
    elif alvin["controlled_by"] is not None:
        sentence = _("In %(city)s, with %(name)s") % {**where, "name": names(alvin["controlled_by"])}
    else:
        sentence = _("In %(city)s, not caught yet") % where
    return Section(_("Alvin"), [Row(None, [sentence])])


START_CHOSEN: Final = Sentence(
    you=gettext_lazy("You chose to start in %(city)s"),
    name=gettext_lazy("%(name)s chose to start in %(city)s"),
)
MARKER_PLACED: Final = Sentence(
    you=gettext_lazy("You placed a marker in %(city)s for %(paid)s"),
    name=gettext_lazy("%(name)s placed a marker in %(city)s for %(paid)s"),
    then=gettext_lazy("%(before)s and placed a marker in %(city)s for %(paid)s"),
)
MARKER_DECLINED: Final = Sentence(
    you=gettext_lazy("You placed no marker"),
    name=gettext_lazy("%(name)s placed no marker"),
    then=gettext_lazy("%(before)s and placed no marker"),
)
ALVIN_CAUGHT: Final = Sentence(
    you=gettext_lazy("You caught Alvin in %(city)s"),
    name=gettext_lazy("%(name)s caught Alvin in %(city)s"),
)
ALVIN_MOVED: Final = Sentence(
    you=gettext_lazy("You took Alvin to %(city)s"),
    name=gettext_lazy("%(name)s took Alvin to %(city)s"),
    then=gettext_lazy("%(before)s and took Alvin to %(city)s"),
)
MOST_COMPLETED: Final = Sentence(
    you=ngettext_lazy(
        "You are the Globetrotter, with the most completed tickets (%(count)d): %(points)s",
        "You are the Globetrotter, with the most completed tickets (%(count)d): %(points)s",
        "count",
    ),
    name=ngettext_lazy(
        "%(name)s is the Globetrotter, with the most completed tickets (%(count)d): %(points)s",
        "%(name)s is the Globetrotter, with the most completed tickets (%(count)d): %(points)s",
        "count",
    ),
)

REFUSALS: Final[Phrases] = {
    "start_where": gettext_lazy("Start where? Write {expected}."),
    "marker_what": gettext_lazy("Where do you place a marker, and for which two cards? Write {expected}."),
    "alvin_where": gettext_lazy("Where does Alvin go? Write {expected}."),
    "city_taken": gettext_lazy("There is already a marker in {city}."),
    "city_barred": gettext_lazy("You cannot place a marker in {city}."),
    "city_not_on_route": gettext_lazy("Place your marker at an end of the route you just claimed, {route}."),
    "city_not_own": gettext_lazy("Send Alvin to a city with your marker; {city} has none."),
    "route_outside_network": gettext_lazy("The route {route} does not touch your network."),
}

WORDS: Final = Words(
    about={"old_west@1": gettext_lazy("City markers: every route into your city scores for you.")},
    titles={
        "old_west@1": gettext_lazy("Old West"),
        "Old West": gettext_lazy("Old West"),
        "alvin": gettext_lazy("with Alvin"),
    },
    sentences={
        StartChosen.tag: deed_in_city(START_CHOSEN),
        MarkerPlaced.tag: _marker_placed,
        MarkerDeclined.tag: deed(MARKER_DECLINED),
        AlvinCaught.tag: deed_in_city(ALVIN_CAUGHT),
        AlvinMoved.tag: deed_in_city(ALVIN_MOVED),
    },
    reasons={
        "marker": _marker,
        "globetrotter": _globetrotter,
        "alvin_caught": _alvin_caught,
        "alvin": _alvin_kept,
    },
    scoring={
        "marker": _scored_markers,
        "globetrotter": _scored_globetrotter,
        "alvin_caught": _scored_catches,
        "alvin": _scored_alvin,
    },
    bonuses={
        "globetrotter": Bonus(
            MOST_COMPLETED,
            lambda line, board: {"count": int(line["subject"])},
        ),
        "alvin": Bonus(
            Sentence(
                you=gettext_lazy("You have Alvin in %(city)s: %(points)s"),
                name=gettext_lazy("%(name)s has Alvin in %(city)s: %(points)s"),
            ),
            lambda line, board: {"city": city(line["subject"], board)},
        ),
    },
    subjects={
        "marker": gettext_lazy("a route that was claimed, with a marker of the seat in an end of it"),
        "globetrotter": gettext_lazy("how many tickets were completed"),
        "alvin_caught": gettext_lazy("the city where Alvin was caught"),
        "alvin": gettext_lazy("the city where Alvin is at the end"),
    },
    questions={
        "choose_start": gettext_lazy("choose a starting city"),
        "place_marker": gettext_lazy("place a marker, or none"),
        "move_alvin": gettext_lazy("say where Alvin goes"),
    },
    asked={
        "choose_start": AskedQuestion(gettext_lazy("Choose the city where you start")),
        "place_marker": AskedQuestion(gettext_lazy("You may place a marker at an end of the route you claimed")),
        "move_alvin": AskedQuestion(
            gettext_lazy("You have caught Alvin"), gettext_lazy("Choose one of your cities for him.")
        ),
    },
    moves={
        Start.tag: in_city(gettext_lazy("start in %(city)s")),
        Mark.tag: _mark,
        MarkNothing.tag: simply(gettext_lazy("place no marker")),
        SendAlvin.tag: in_city(gettext_lazy("send Alvin to %(city)s")),
    },
    columns={"markers": gettext_lazy("markers left")},
    sections=(_markers, _alvin),
    refusals=REFUSALS,
)

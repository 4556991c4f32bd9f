"""Words for Europe: tunnels, stations, long tickets."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from engine.boards import Board
from engine.logged_events import LoggedStationBuilt, LoggedTunnelEntered
from engine.logged_moves import LoggedBuildStation, LoggedPayMore
from engine.model import ScoringLine
from engine.parts.removed_tickets import FirstTicketsRemoved
from engine.parts.stations import BuildStation, StationBuilt
from engine.parts.tunnels import PayMore, TunnelEntered, TunnelLeft, Withdraw
from engine.views import PromptView, View
from games.presentation.words.colors import Phrases, counted, paid_with
from games.presentation.words.sentences import Names, SeatDeed, Sentence
from games.presentation.words.table import first_tickets_settled
from games.presentation.words.vocabulary import (
    AskedQuestion,
    Bonus,
    LedgerLine,
    Row,
    Section,
    Words,
    cards,
    city,
    deed,
    route,
    simply,
)

DUG: Final = Sentence(
    you=gettext_lazy("You dug into %(route)s with %(paid)s"),
    name=gettext_lazy("%(name)s dug into %(route)s with %(paid)s"),
)
STATION_BUILT: Final = Sentence(
    you=gettext_lazy("You built a station in %(city)s for %(paid)s"),
    name=gettext_lazy("%(name)s built a station in %(city)s for %(paid)s"),
)


def _tunnel_entered(event: LoggedTunnelEntered, board: Board) -> SeatDeed:
    facts = {
        "route": route(event["route"], board, event["color"] if event["cards"] else ""),
        "paid": paid_with({event["color"]: event["cards"], "locomotive": event["locomotives"]}),
    }
    return SeatDeed(event["seat"], DUG, facts, more=turned_up(event["turned_up"], event["more"]))


def turned_up(kinds: list[str], more: int) -> str:
    """Say which cards a tunnel turned up, and what they cost."""
    if not kinds:
        return _("No card was left to turn up.")
    if not more:
        return _("Turned up: %(cards)s, which cost nothing more.") % {"cards": cards(kinds)}
    sentence = ngettext(
        "Turned up: %(cards)s, which cost %(n)d more card.", "Turned up: %(cards)s, which cost %(n)d more cards.", more
    )
    return sentence % {"cards": cards(kinds), "n": more}


def _tunnel_in_question(prompt: PromptView, board: Board) -> str:
    turned = turned_up(prompt["turned_up"], prompt["more"])
    return _("You are in the tunnel %(route)s.") % {"route": route(prompt["route"], board)} + f" {turned}"


def _station_built(event: LoggedStationBuilt, board: Board) -> SeatDeed:
    facts = {
        "city": city(event["city"], board),
        "paid": paid_with({event["color"]: event["cards"], "locomotive": event["locomotives"]}),
    }
    return SeatDeed(event["seat"], STATION_BUILT, facts)


def _build_station(move: LoggedBuildStation, board: Board) -> str:
    paid = paid_with({move["color"]: move["cards"], "locomotive": move["locomotives"]})
    return _("build a station in %(city)s for %(paid)s") % {"city": city(move["city"], board), "paid": paid}


def _pay_more(move: LoggedPayMore, board: Board) -> str:
    paid = counted({move["color"]: move["cards"], "locomotive": move["locomotives"]})
    return _("pay %(paid)s more for the tunnel") % {"paid": paid}


def _station(line: LedgerLine, board: Board) -> str:
    return _unbuilt(int(line["subject"]))


def _scored_stations(line: ScoringLine, board: Board) -> str:
    return _unbuilt(int(line.subjects[0]))


def _unbuilt(count: int) -> str:
    return ngettext("%(n)d station not built", "%(n)d stations not built", count) % {"n": count}


def _stations(view: View, names: Names, board: Board) -> Section | None:
    """List who has built stations where."""
    if not view.get("stations"):
        return None
    cities_by_seat: dict[int, list[str]] = {}
    for slug, seat in view["stations"].items():
        cities_by_seat.setdefault(seat, []).append(city(slug, board))
    return Section(_("Stations"), [Row(seat, cities_by_seat[seat]) for seat in sorted(cities_by_seat)])


REFUSALS: Final[Phrases] = {
    "dig_what": gettext_lazy("Which cards do you pay for the tunnel? For example: {expected}"),
    "station_what": gettext_lazy("Where do you build a station, and for which cards? For example: {expected}"),
    "no_station_left": gettext_lazy("You have built all your stations."),
    "city_has_station": gettext_lazy("There is already a station in {city}."),
}

WORDS: Final = Words(
    about={"europe@1": gettext_lazy("Tunnels that may cost more, ferries, and stations that borrow routes.")},
    titles={"europe@1": gettext_lazy("Europe"), "Europe": gettext_lazy("Europe")},
    sentences={
        TunnelEntered.tag: _tunnel_entered,
        TunnelLeft.tag: deed(
            Sentence(
                you=gettext_lazy("You took the cards back, and left the tunnel unfinished"),
                name=gettext_lazy("%(name)s took the cards back, and left the tunnel unfinished"),
            )
        ),
        StationBuilt.tag: _station_built,
        FirstTicketsRemoved.tag: first_tickets_settled,
    },
    reasons={"station": _station},
    scoring={"station": _scored_stations},
    bonuses={
        "station": Bonus(
            Sentence(
                you=ngettext_lazy(
                    "You have %(n)d station not built: %(points)s", "You have %(n)d stations not built: %(points)s", "n"
                ),
                name=ngettext_lazy(
                    "%(name)s has %(n)d station not built: %(points)s",
                    "%(name)s has %(n)d stations not built: %(points)s",
                    "n",
                ),
            ),
            lambda line, board: {"n": int(line["subject"])},
        )
    },
    subjects={"station": gettext_lazy("how many stations were not built")},
    questions={"pay_tunnel": gettext_lazy("pay more for the tunnel, or take the cards back")},
    asked={
        "pay_tunnel": AskedQuestion(
            gettext_lazy("Your tunnel costs more"), gettext_lazy("Pay, or take your cards back.")
        )
    },
    particulars={"pay_tunnel": _tunnel_in_question},
    moves={
        BuildStation.tag: _build_station,
        PayMore.tag: _pay_more,
        Withdraw.tag: simply(gettext_lazy("take the cards back")),
    },
    deeds={BuildStation.tag: gettext_lazy("build a station")},
    columns={"stations_left": gettext_lazy("stations left")},
    sections=(_stations,),
    attributes={"tunnel": gettext_lazy("tunnel")},
    risks={"tunnel": gettext_lazy("up to 3 more")},
    warnings={
        "tunnel": gettext_lazy(
            "A tunnel: three cards are turned up, and each that has your color or is a locomotive costs one card more."
            " If you can’t pay, you get your cards back, and your turn is over."
        )
    },
    refusals=REFUSALS,
)

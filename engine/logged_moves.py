"""The types of moves as a reader of the log sees them, by tag; a test compares them with the moves themselves.

An optional member is visible only to its seat (`engine.visibility`).
"""

from typing import Literal, NotRequired, TypedDict


class LoggedPass(TypedDict):
    type: Literal["pass"]


class LoggedResign(TypedDict):
    type: Literal["resign"]


class LoggedComeBack(TypedDict):
    type: Literal["come_back"]


class LoggedTakeCard(TypedDict):
    type: Literal["take_card"]
    place: int


class LoggedDrawBlind(TypedDict):
    type: Literal["draw_blind"]


class LoggedDrawTickets(TypedDict):
    type: Literal["draw_tickets"]


class LoggedKeep(TypedDict):
    type: Literal["keep"]
    tickets: NotRequired[list[int]]


class LoggedClaimRoute(TypedDict):
    type: Literal["claim_route"]
    route: str
    color: str
    locomotives: int


class LoggedForfeit(TypedDict):
    type: Literal["forfeit"]


class LoggedMarkAbsent(TypedDict):
    type: Literal["mark_absent"]


class LoggedPlaceRow(TypedDict):
    type: Literal["place_row"]
    color: str
    cards: int
    locomotives: int


class LoggedPlaceThree(TypedDict):
    type: Literal["place_three"]
    colors: list[str]


class LoggedComplete(TypedDict):
    type: Literal["complete"]
    tickets: NotRequired[list[int]]


class LoggedStart(TypedDict):
    type: Literal["start"]
    city: str


class LoggedMark(TypedDict):
    type: Literal["mark"]
    city: str
    color: str
    locomotives: int


class LoggedMarkNothing(TypedDict):
    type: Literal["mark_nothing"]


class LoggedSendAlvin(TypedDict):
    type: Literal["send_alvin"]
    city: str


class LoggedBuildStation(TypedDict):
    type: Literal["build_station"]
    city: str
    color: str
    cards: int
    locomotives: int


class LoggedPayMore(TypedDict):
    type: Literal["pay_more"]
    color: str
    cards: int
    locomotives: int


class LoggedWithdraw(TypedDict):
    type: Literal["withdraw"]


class LoggedClaimWith(TypedDict):
    type: Literal["claim_with"]
    route: str
    cards: list[str]


LoggedMove = (
    LoggedPass
    | LoggedResign
    | LoggedComeBack
    | LoggedTakeCard
    | LoggedDrawBlind
    | LoggedDrawTickets
    | LoggedKeep
    | LoggedClaimRoute
    | LoggedForfeit
    | LoggedMarkAbsent
    | LoggedPlaceRow
    | LoggedPlaceThree
    | LoggedComplete
    | LoggedStart
    | LoggedMark
    | LoggedMarkNothing
    | LoggedSendAlvin
    | LoggedBuildStation
    | LoggedPayMore
    | LoggedWithdraw
    | LoggedClaimWith
)
"""A move as a reader may know it, discriminated by `type`."""

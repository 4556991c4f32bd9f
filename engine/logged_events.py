"""The types of events as a reader of the log sees them, by tag; a test compares them with the events themselves.

An optional member is visible only to its seat, or sealed until the game's secrets open (`engine.visibility`), or older
logs lack it (`Event.added`).
"""

from typing import Literal, NotRequired, TypedDict


class LoggedGameStarted(TypedDict):
    type: Literal["game_started"]
    order: list[int]


class LoggedTurnBegan(TypedDict):
    type: Literal["turn_began"]
    seat: int


class LoggedTurnSkipped(TypedDict):
    type: Literal["turn_skipped"]
    seat: int


class LoggedTurnPassed(TypedDict):
    type: Literal["turn_passed"]
    seat: int


class LoggedLastRoundBegan(TypedDict):
    type: Literal["last_round_began"]
    seat: int


class LoggedSeatLeft(TypedDict):
    type: Literal["seat_left"]
    seat: int
    how: str


class LoggedSeatReturned(TypedDict):
    type: Literal["seat_returned"]
    seat: int


class LoggedPointsScored(TypedDict):
    type: Literal["points_scored"]
    seat: int
    points: int
    reason: str
    subject: str


class LoggedGameEnded(TypedDict):
    type: Literal["game_ended"]
    outcome: str


class LoggedHandDealt(TypedDict):
    type: Literal["hand_dealt"]
    seat: int
    cards: NotRequired[list[str]]
    cards_count: int


class LoggedMarketFilled(TypedDict):
    type: Literal["market_filled"]
    places: list[int]
    cards: list[str]


class LoggedCardTaken(TypedDict):
    type: Literal["card_taken"]
    seat: int
    place: int
    card: str


class LoggedCardDrawn(TypedDict):
    type: Literal["card_drawn"]
    seat: int
    card: NotRequired[str]


class LoggedSecondCardDue(TypedDict):
    type: Literal["second_card_due"]
    seat: int


class LoggedMarketFlushed(TypedDict):
    type: Literal["market_flushed"]
    rows: list[list[str]]


class LoggedTicketsShuffled(TypedDict):
    type: Literal["tickets_shuffled"]
    deck: NotRequired[list[int]]


class LoggedFirstTicketsDealt(TypedDict):
    type: Literal["first_tickets_dealt"]
    seat: int
    offer: NotRequired[list[int]]
    offer_count: int
    at_least: int


class LoggedFirstTicketsKept(TypedDict):
    type: Literal["first_tickets_kept"]
    seat: int
    kept: NotRequired[list[int]]
    returned: NotRequired[list[int]]


class LoggedFirstTicketsSettled(TypedDict):
    type: Literal["first_tickets_settled"]
    kept: list[int]


class LoggedTicketsDrawn(TypedDict):
    type: Literal["tickets_drawn"]
    seat: int
    offer: NotRequired[list[int]]
    offer_count: int
    at_least: int


class LoggedTicketsKept(TypedDict):
    type: Literal["tickets_kept"]
    seat: int
    kept: NotRequired[list[int]]
    kept_count: int
    returned: NotRequired[list[int]]
    returned_count: int


class LoggedRouteClaimed(TypedDict):
    type: Literal["route_claimed"]
    seat: int
    route: str
    color: str
    cards: int
    locomotives: int
    trains: NotRequired[int]


class LoggedPositionRestored(TypedDict):
    type: Literal["position_restored"]
    as_of: int


class LoggedFirstTicketsShuffled(TypedDict):
    type: Literal["first_tickets_shuffled"]
    kept: list[int]
    deck: NotRequired[list[int]]


class LoggedRowPlaced(TypedDict):
    type: Literal["row_placed"]
    seat: int
    color: str
    cards: int
    locomotives: int


class LoggedTrainRobbed(TypedDict):
    type: Literal["train_robbed"]
    seat: int
    victim: int
    color: str
    cards: int
    locomotives: int


class LoggedCardsPutOnTrack(TypedDict):
    type: Literal["cards_put_on_track"]
    seat: int
    rows: list[str]
    cards: list[str]


class LoggedRoundOver(TypedDict):
    type: Literal["round_over"]
    round: int


class LoggedCompletionChosen(TypedDict):
    type: Literal["completion_chosen"]
    seat: int
    tickets: NotRequired[list[int]]


class LoggedTicketsCompleted(TypedDict):
    type: Literal["tickets_completed"]
    seat: int
    tickets: list[int]
    cards: list[str]


class LoggedLocomotivesGiven(TypedDict):
    type: Literal["locomotives_given"]
    each: int


class LoggedRoundBegan(TypedDict):
    type: Literal["round_began"]
    round: int


class LoggedCardsDealt(TypedDict):
    type: Literal["cards_dealt"]
    seat: int
    cards: NotRequired[list[str]]
    cards_count: int


class LoggedLanternTaken(TypedDict):
    type: Literal["lantern_taken"]
    seat: int
    city: str


class LoggedStartDue(TypedDict):
    type: Literal["start_due"]
    seat: int


class LoggedStartChosen(TypedDict):
    type: Literal["start_chosen"]
    seat: int
    city: str


class LoggedMarkerDue(TypedDict):
    type: Literal["marker_due"]
    seat: int
    route: str


class LoggedMarkerPlaced(TypedDict):
    type: Literal["marker_placed"]
    seat: int
    city: str
    color: str
    cards: int
    locomotives: int


class LoggedMarkerDeclined(TypedDict):
    type: Literal["marker_declined"]
    seat: int


class LoggedAlvinCaught(TypedDict):
    type: Literal["alvin_caught"]
    seat: int
    city: str


class LoggedAlvinMoveDue(TypedDict):
    type: Literal["alvin_move_due"]
    seat: int


class LoggedAlvinMoved(TypedDict):
    type: Literal["alvin_moved"]
    seat: int
    city: str


class LoggedTunnelEntered(TypedDict):
    type: Literal["tunnel_entered"]
    seat: int
    route: str
    color: str
    cards: int
    locomotives: int
    turned_up: list[str]
    more: int


class LoggedTunnelLeft(TypedDict):
    type: Literal["tunnel_left"]
    seat: int


class LoggedStationBuilt(TypedDict):
    type: Literal["station_built"]
    seat: int
    city: str
    color: str
    cards: int
    locomotives: int


class LoggedLongTicketsRemoved(TypedDict):
    type: Literal["long_tickets_removed"]
    tickets: NotRequired[list[int]]


class LoggedFirstTicketsRemoved(TypedDict):
    type: Literal["first_tickets_removed"]
    kept: list[int]


class LoggedTicketsTaken(TypedDict):
    type: Literal["tickets_taken"]
    seat: int
    kept: NotRequired[list[int]]
    kept_count: int
    removed: NotRequired[list[int]]
    removed_count: int


class LoggedSubstitutesPlayed(TypedDict):
    type: Literal["substitutes_played"]
    seat: int
    cards: list[str]


LoggedEvent = (
    LoggedGameStarted
    | LoggedTurnBegan
    | LoggedTurnSkipped
    | LoggedTurnPassed
    | LoggedLastRoundBegan
    | LoggedSeatLeft
    | LoggedSeatReturned
    | LoggedPointsScored
    | LoggedGameEnded
    | LoggedHandDealt
    | LoggedMarketFilled
    | LoggedCardTaken
    | LoggedCardDrawn
    | LoggedSecondCardDue
    | LoggedMarketFlushed
    | LoggedTicketsShuffled
    | LoggedFirstTicketsDealt
    | LoggedFirstTicketsKept
    | LoggedFirstTicketsSettled
    | LoggedTicketsDrawn
    | LoggedTicketsKept
    | LoggedRouteClaimed
    | LoggedPositionRestored
    | LoggedFirstTicketsShuffled
    | LoggedRowPlaced
    | LoggedTrainRobbed
    | LoggedCardsPutOnTrack
    | LoggedRoundOver
    | LoggedCompletionChosen
    | LoggedTicketsCompleted
    | LoggedLocomotivesGiven
    | LoggedRoundBegan
    | LoggedCardsDealt
    | LoggedLanternTaken
    | LoggedStartDue
    | LoggedStartChosen
    | LoggedMarkerDue
    | LoggedMarkerPlaced
    | LoggedMarkerDeclined
    | LoggedAlvinCaught
    | LoggedAlvinMoveDue
    | LoggedAlvinMoved
    | LoggedTunnelEntered
    | LoggedTunnelLeft
    | LoggedStationBuilt
    | LoggedLongTicketsRemoved
    | LoggedFirstTicketsRemoved
    | LoggedTicketsTaken
    | LoggedSubstitutesPlayed
)
"""An event as a reader may know it, discriminated by `type`."""

"""The frozen answers in other languages: the moves that their options stand for, and how each is read."""

import re
from typing import Final

import engine
from engine.cards import KINDS
from notifications.inbox import explanations
from notifications.inbox.orders import (
    LeaveGame,
    Offered,
    Order,
    OrdersRead,
    PlayMove,
    ProposeThis,
    TakeVacation,
    Title,
    languages,
)
from notifications.inbox.orders import read as read_orders
from notifications.inbox.orders.kinds import Ask
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.orders.yes_no import find as find_yes_or_no
from notifications.order_words import order_words
from tests.inbox.test_reading import email
from tests.inbox.typed import typed_in
from tests.languages.test_replies_are_frozen import WRITTEN_ON, Answer

USA, EUROPE, WEST = (engine.RULESETS[name] for name in ("usa@1", "europe@1", "old_west@1"))
Situation = tuple[engine.Ruleset, str]
SITUATIONS: Final[dict[str, Situation]] = {
    "4 2 1 2 5 - -": (
        USA,
        "claim denver-omaha purple 4, claim denver-santa_fe red 2, claim atlanta-nashville blue 1, draw 2, draw 5, "
        "draw deck, tickets",
    ),
    "1 1 - 3 -": (USA, "claim kansas_city-omaha-1 blue 1, claim dallas-houston-1 green 1, draw deck, draw 3, tickets"),
    "4 4 3 - 1 4 -": (
        USA,
        "claim denver-kansas_city-1 black 4, claim denver-kansas_city-2 orange 4, "
        "claim las_vegas-salt_lake_city orange 3, draw deck, draw 1, draw 4, tickets",
    ),
    "2 2 2 31 1 4 - -": (
        USA,
        "claim boston-new_york-1 yellow 2, claim boston-new_york-2 red 2, claim pittsburgh-washington white 2, "
        "claim charleston-miami purple 3 loco 1, draw 1, draw 4, draw deck, tickets",
    ),
    "3 2 2 - - -": (
        EUROPE,
        "claim berlin-wien green 3, claim munchen-zurich yellow 2, claim amsterdam-london black 2, "
        "station roma red 1, draw deck, tickets",
    ),
    "2 5 -": (USA, "draw 2, draw 5, draw deck"),
    "1 1 -": (EUROPE, "pay yellow 1, pay loco 1, back"),
    "- 20 11 10": (USA, "keep 1 2 3, keep 2 3, keep 1 3, keep 1 2"),
    "- 15 8 12 11 13": (
        WEST,
        "keep 1 2 3 4 5, keep 2 3 4 5, keep 1 3 4 5, keep 1 2 4 5, keep 1 2 3 5, keep 1 2 3 4",
    ),
}
"""The moves of each list of options, by the figures in its lines, which are the same in all languages."""
MARKETS: Final = {
    "4 2 1 2 5 - -": {2: "purple", 5: KINDS[-1]},
    "1 1 - 3 -": {3: "green"},
    "4 4 3 - 1 4 -": {1: "orange", 4: "black"},
    "2 2 2 31 1 4 - -": {1: "yellow", 4: KINDS[-1]},
    "2 5 -": {2: "red", 5: "white"},
}
"""The face-up cards that the options name, by their places."""


def find_situation(options: list[str]) -> str:
    return " ".join("".join(re.findall(r"\d", option)) or "-" for option in options)


def list_moves(options: list[str]) -> list[list[str]]:
    """Return the moves of each option; only one that draws from the deck in the middle of a turn is a single card."""
    situation = find_situation(options)
    is_second_card = situation == "2 5 -"
    return [
        [move] * (2 if move == "draw deck" and not is_second_card else 1)
        for move in SITUATIONS[situation][1].split(", ")
    ]


def offer(answer: Answer, language: str) -> Offered:
    """Return what the options of an answer offer to a player with this language."""
    options = answer["options"]
    situation = find_situation(options)
    rules, written = SITUATIONS[situation]
    moves = written.split(", ")
    letters = {chr(65 + place): place + 1 for place in range(len(options) - 1)} if "keep" in moves[0] else {}
    market = [MARKETS.get(situation, {}).get(place) for place in range(1, 6)]
    titles = [Title(option, option) for option in options]
    return Offered(
        moves, list_moves(options), rules, WRITTEN_ON, market, letters, language=language, titles=lambda: titles
    )


def read_lines(answer: Answer) -> list[str]:
    return list(typed_in(email(answer["text"])).lines)


def read_answer(answer: Answer, language: str) -> dict[str, object]:
    """Return what an answer means to a reader of this language, in the words of `meant`; empty if it orders nothing."""
    lines = read_lines(answer)
    if "question" in answer:
        found = find_yes_or_no(languages.translate_answers(lines, language))
        said = {YesNo.YES: True, YesNo.NO: False}.get(found[1]) if found else None
        return {} if said is None else {"accept": said}
    offered = offer(answer, language)
    return _describe(read_orders(lines, offered), offered, answer)


def _describe(read: OrdersRead[Order], offered: Offered, answer: Answer) -> dict[str, object]:
    moves = [order.notation for order in read.orders if isinstance(order, PlayMove)]
    if moves:
        return _describe_moves(moves, offered, answer)
    if read.orders:
        return _describe_wish(read.orders[0])
    stopped = read.stopped
    tells_how = stopped and order_words()["stop_all_mail"] in " ".join(
        explanations.explained(stopped, offered, is_first=True)
    )
    return {"order": "stop"} if tells_how else {}


def _describe_moves(moves: list[str], offered: Offered, answer: Answer) -> dict[str, object]:
    """Return the option that was played, if only its first card; a color stands for its place in the market."""
    first = moves[0].removeprefix("draw ")
    if first in offered.market:
        moves = [f"draw {offered.market.index(first) + 1}", *moves[1:]]
    listed = list_moves(answer["options"])
    choice = next((place for place, option in enumerate(listed, 1) if option[: len(moves)] == moves), None)
    if "keep" in answer["meant"]:
        return {"keep": [letter for letter, number in offered.letters.items() if str(number) in moves[0].split()]}
    return {"choice": choice, "moves": moves} if choice is None else {"choice": choice}


def _describe_wish(order: Order) -> dict[str, object]:
    match order:
        case Ask(kind="help"):
            return {"order": "help"}
        case LeaveGame():
            return {"order": "resign"}
        case ProposeThis(asked={"kind": "paused"}):
            return {"order": "pause"}
        case TakeVacation(until=until):
            return {"order": "vacation", "until": until.isoformat()}
        case _:
            return {"order": type(order).__name__}


def is_as_meant(answer: Answer, language: str) -> bool:
    read = read_answer(answer, language)
    return read == answer["meant"] or (not read and {"ask", "talk"} & answer["meant"].keys() != set())

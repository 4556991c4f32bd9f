"""The words around an order of a plan: "always", "once", and conditions, with routes and cities as people name them."""

import re
from dataclasses import dataclass
from typing import Final

import engine
from notifications.inbox.orders import moves, words

_LINE: Final = re.compile(
    r"(?P<before>(?:always |once )?)(?P<order>.+?)(?: (?P<link>when|if|unless) (?P<conditions>.+))?"
)
_STOP: Final = re.compile(r"stop (?:when|if) (?P<conditions>.+)")
_PLACE: Final = re.compile(r"(?P<before>others claim (?:near |within \d{1,3} of )?)(?P<place>.+)")


@dataclass(frozen=True, slots=True)
class Guarded:
    """An order of a plan without the words around it, which are as a plan writes them."""

    order: str
    before: str = ""
    after: str = ""

    def write(self, order: str) -> str:
        """Return the plan's line with this order; the player's word for how often it is carried out counts most."""
        order = order.removeprefix("once ") if self.before else order
        return f"{self.before}{order}{self.after}"


def split(rules: engine.Ruleset, text: str) -> Guarded:
    """Split a line, of one case and with single spaces, into its order and the words around it."""
    match = _LINE.fullmatch(text)
    if match is None:
        return Guarded(text)
    link = "unless" if match["link"] == "unless" else "when"
    after = f" {link} {_name_all(rules, match['conditions'])}" if match["conditions"] else ""
    return Guarded(match["order"], match["before"], after)


def write_stop(rules: engine.Ruleset, text: str) -> str | None:
    """Return a line that stops the plan, in its own words; None for any other line."""
    match = _STOP.fullmatch(text)
    return f"stop when {_name_all(rules, match['conditions'])}" if match else None


def _name_all(rules: engine.Ruleset, conditions: str) -> str:
    return " and ".join(_name_place(rules, condition) for condition in conditions.split(" and "))


def _name_place(rules: engine.Ruleset, condition: str) -> str:
    """Return a condition with the notation of the route or city that it names, if it names only one."""
    match = _PLACE.fullmatch(condition)
    if match is None:
        return condition
    routes = moves.name_routes(rules.board, words.split_words(match["place"]) or ())
    cities = moves.name_cities(rules.board, words.split_words(match["place"]) or ())
    places = {*routes, *(cities if match["before"] != "others claim " else ())}
    return f"{match['before']}{places.pop()}" if len(places) == 1 else condition

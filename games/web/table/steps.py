"""The steps of a choice, as given by the page's address. Reading one plays nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from django.http import QueryDict

import engine
from engine.cards import KINDS
from games.presentation.prospects import payments
from games.web.choices import LONGEST

MOST: Final = 60
OF_KIND: Final = "n-"
"""The beginning of the fields for how many cards of a kind to pay with."""


@dataclass(frozen=True)
class Step:
    """What has been chosen so far, in the words of the address, unchecked.

    `prompt`: the question that it answers, "" if the address names none. `route` and how to `pay`; cards to `take`,
    places of the market from 1 or "deck"; `every`: all routes or rows are to be listed; `tickets`: to be drawn; tickets
    to `keep` or to complete, None if not given; a `city`; what to `place`; the city of a `station`. `played`: the entry
    of the move just made; `short`: not all of it was accepted. `refused`: moves that were posted and refused. `shown`:
    the line of a final scoring to show on the map; `listed`: the map as a list.
    """

    prompt: str = ""
    route: str = ""
    pay: str = ""
    take: tuple[str, ...] = ()
    every: bool = False
    tickets: bool = False
    keep: frozenset[int] | None = None
    city: str = ""
    place: str = ""
    station: str = ""
    played: int = 0
    short: bool = False
    refused: tuple[str, ...] = ()
    shown: str = ""
    listed: bool = False

    @classmethod
    def read(cls, query: Mapping[str, str], posted: QueryDict | None = None) -> Self:
        """Read a step from an address, and from a form that was refused."""
        refused = tuple(text[:LONGEST] for text in posted.getlist("move")[:MOST]) if posted else ()
        ticked = posted.getlist("ticket") if posted and "verb" in posted else _split_parts(query.get("keep"))
        return cls(
            prompt=query.get("prompt", "")[:LONGEST],
            route=query.get("route", "")[:LONGEST],
            pay=_read_payment(query),
            take=tuple(_split_parts(query.get("take")) or ())[:2],
            every="all" in query,
            tickets="tickets" in query,
            keep=None if ticked is None else frozenset(_read_number(part) for part in ticked[:MOST]),
            city=query.get("city", "")[:LONGEST],
            place=query.get("place", "")[:LONGEST],
            station=query.get("station", "")[:LONGEST],
            played=_read_number(query.get("played", "")),
            short="short" in query,
            refused=refused,
            shown=query.get("shown", "")[:LONGEST],
            listed="list" in query,
        )

    def is_too_late(self, prompt: engine.PromptView | None) -> bool:
        """Check whether this answers a question other than the open one."""
        return bool(self.prompt) and (prompt is None or prompt["id"] != self.prompt)

    @property
    def begun(self) -> bool:
        """Check whether anything has been chosen that a fresh page would lose."""
        chosen = self.route or self.take or self.tickets or self.city or self.place or self.station
        return bool(chosen) or self.keep is not None


def _split_parts(text: str | None) -> list[str] | None:
    return None if text is None else [part for part in text[:LONGEST].split(",") if part]


def _read_payment(query: Mapping[str, str]) -> str:
    """Return the name of a payment: of the numbers of cards typed into a form, or as the address has it."""
    typed = {kind: _read_number(query.get(f"{OF_KIND}{kind}", "")) for kind in KINDS}
    return payments.key({kind: count for kind, count in typed.items() if count}) or query.get("pay", "")[:LONGEST]


def _read_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0

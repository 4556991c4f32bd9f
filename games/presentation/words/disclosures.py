"""Words for what players have learned from play that is taken back: they still know it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from engine.parts.market import CardDrawn, HandDealt, MarketFilled, MarketFlushed
from engine.parts.removed_tickets import FirstTicketsRemoved
from engine.parts.rounds import CardsDealt
from engine.parts.tickets import FirstTicketsDealt, FirstTicketsSettled, FirstTicketsShuffled, TicketsDrawn
from engine.parts.tunnels import TunnelEntered
from engine.parts.turns import GameEnded
from games.presentation.words.sentences import Names


class Disclosure(Protocol):
    """What a seat, or everybody (None), has learned, as `games.table.rulings.disclosure.Learned` has it: a fact's tag,
    how many times, and how many things in all.
    """

    @property
    def seat(self) -> int | None: ...

    @property
    def fact(self) -> str: ...

    @property
    def times(self) -> int: ...

    @property
    def things(self) -> int: ...


@dataclass(frozen=True, slots=True)
class _Seen:
    """The messages about what the reader, another player or everybody has seen; `count` is their number `n`.

    They are listed after a colon, or stand alone without a full stop.
    """

    you: Promise
    name: Promise
    everybody: Promise
    count: Callable[[Disclosure], int]


_TIMES: Final = attrgetter("times")
_THINGS: Final = attrgetter("things")


def learned(disclosure: Disclosure, names: Names, reader: int | None = None) -> str:
    """Return what was learned, as the holder of a seat reads it (None: anyone)."""
    messages = _SEEN.get(disclosure.fact, _UNKNOWN)
    facts = {"n": messages.count(disclosure), "fact": disclosure.fact}
    if disclosure.seat is None:
        return str(messages.everybody % facts)
    if disclosure.seat == reader:
        return str(messages.you % facts)
    return str(messages.name % {**facts, "name": names(disclosure.seat)})


_CARD_DRAWN: Final = _Seen(
    you=ngettext_lazy("you drew %(n)d card blind", "you drew %(n)d cards blind", "n"),
    name=ngettext_lazy("%(name)s drew %(n)d card blind", "%(name)s drew %(n)d cards blind", "n"),
    everybody=ngettext_lazy("everybody drew %(n)d card blind", "everybody drew %(n)d cards blind", "n"),
    count=_TIMES,
)
_TICKETS: Final = _Seen(
    you=ngettext_lazy("you saw %(n)d ticket", "you saw %(n)d tickets", "n"),
    name=ngettext_lazy("%(name)s saw %(n)d ticket", "%(name)s saw %(n)d tickets", "n"),
    everybody=ngettext_lazy("everybody saw %(n)d ticket", "everybody saw %(n)d tickets", "n"),
    count=_THINGS,
)
_MARKET: Final = _Seen(
    you=ngettext_lazy("you saw cards turned up once", "you saw cards turned up %(n)d times", "n"),
    name=ngettext_lazy("%(name)s saw cards turned up once", "%(name)s saw cards turned up %(n)d times", "n"),
    everybody=ngettext_lazy("everybody saw cards turned up once", "everybody saw cards turned up %(n)d times", "n"),
    count=_TIMES,
)
_TUNNEL: Final = _Seen(
    you=ngettext_lazy("you saw %(n)d card of a tunnel", "you saw %(n)d cards of a tunnel", "n"),
    name=ngettext_lazy("%(name)s saw %(n)d card of a tunnel", "%(name)s saw %(n)d cards of a tunnel", "n"),
    everybody=ngettext_lazy("everybody saw %(n)d card of a tunnel", "everybody saw %(n)d cards of a tunnel", "n"),
    count=_THINGS,
)
_FIRST_TICKETS: Final = _Seen(
    you=gettext_lazy("you saw how many first tickets each seat kept"),
    name=gettext_lazy("%(name)s saw how many first tickets each seat kept"),
    everybody=gettext_lazy("everybody saw how many first tickets each seat kept"),
    count=_TIMES,
)
_HAND: Final = _Seen(
    you=ngettext_lazy("you were dealt %(n)d card", "you were dealt %(n)d cards", "n"),
    name=ngettext_lazy("%(name)s was dealt %(n)d card", "%(name)s was dealt %(n)d cards", "n"),
    everybody=ngettext_lazy("everybody was dealt %(n)d card", "everybody was dealt %(n)d cards", "n"),
    count=_THINGS,
)
_ALL_TICKETS: Final = _Seen(
    you=ngettext_lazy("you saw %(n)d of the seats' tickets", "you saw %(n)d of the seats' tickets", "n"),
    name=ngettext_lazy("%(name)s saw %(n)d of the seats' tickets", "%(name)s saw %(n)d of the seats' tickets", "n"),
    everybody=ngettext_lazy(
        "everybody saw %(n)d of the seats' tickets", "everybody saw %(n)d of the seats' tickets", "n"
    ),
    count=_THINGS,
)
_END: Final = _Seen(
    you=gettext_lazy("you saw the end of the game"),
    name=gettext_lazy("%(name)s saw the end of the game"),
    everybody=gettext_lazy("everybody saw the end of the game"),
    count=_TIMES,
)
_UNKNOWN: Final = _Seen(
    # Translators: a code, not a word, says what was seen.
    you=ngettext_lazy("you: %(fact)s, %(n)d time", "you: %(fact)s, %(n)d times", "n"),
    # Translators: a code, not a word, says what was seen.
    name=ngettext_lazy("%(name)s: %(fact)s, %(n)d time", "%(name)s: %(fact)s, %(n)d times", "n"),
    # Translators: a code, not a word, says what was seen.
    everybody=ngettext_lazy("everybody: %(fact)s, %(n)d time", "everybody: %(fact)s, %(n)d times", "n"),
    count=_TIMES,
)
"""For facts without words of their own, since an older release may read a newer log."""

_SEEN: Final[Mapping[str, _Seen]] = {
    CardDrawn.tag: _CARD_DRAWN,
    TicketsDrawn.tag: _TICKETS,
    FirstTicketsDealt.tag: _TICKETS,
    MarketFilled.tag: _MARKET,
    MarketFlushed.tag: _MARKET,
    GameEnded.tag: _END,
    FirstTicketsSettled.tag: _FIRST_TICKETS,
    FirstTicketsShuffled.tag: _FIRST_TICKETS,
    FirstTicketsRemoved.tag: _FIRST_TICKETS,
    TunnelEntered.tag: _TUNNEL,
    HandDealt.tag: _HAND,
    CardsDealt.tag: _HAND,
    "tickets_shown": _ALL_TICKETS,
}

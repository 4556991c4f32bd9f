"""Words for the Nordic Countries: cards that stand for others, and tickets that are out of the game."""

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.boards import Board
from engine.logged_events import LoggedSubstitutesPlayed
from engine.logged_moves import LoggedClaimWith
from engine.parts.removed_tickets import TicketsTaken
from engine.parts.substitutes import ClaimWith, SubstitutesPlayed
from games.presentation.words.colors import Phrases, counted, paid_with
from games.presentation.words.sentences import SeatDeed, Sentence
from games.presentation.words.table import tickets_kept
from games.presentation.words.vocabulary import Words, track

SUBSTITUTED: Final = Sentence(
    you=gettext_lazy("You played %(cards)s in place of other cards"),
    name=gettext_lazy("%(name)s played %(cards)s in place of other cards"),
)


def _substitutes_played(event: LoggedSubstitutesPlayed, board: Board) -> SeatDeed:
    return SeatDeed(event["seat"], SUBSTITUTED, {"cards": counted(Counter(event["cards"]))})


def _claim_with(move: LoggedClaimWith, board: Board) -> str:
    paid = paid_with(Counter(move["cards"]))
    return _("claim %(route)s with %(paid)s") % {"route": track(move["route"], board), "paid": paid}


REFUSALS: Final[Phrases] = {
    "no_substitutes": gettext_lazy("On this route, no card stands for another."),
    "wrong_number_with_substitutes": gettext_lazy(
        "With cards in place of others, this route costs one of these numbers of cards: {need}."
    ),
    "substitutes_leave_too_few": gettext_lazy(
        "Besides the cards in place of others, you need more of the route’s own: {need}."
    ),
}

WORDS: Final = Words(
    about={"nordic@1": gettext_lazy("Ferries and tunnels for two or three; locomotives are wild only there.")},
    titles={"nordic@1": gettext_lazy("Nordic Countries"), "Nordic Countries": gettext_lazy("Nordic Countries")},
    sentences={SubstitutesPlayed.tag: _substitutes_played, TicketsTaken.tag: tickets_kept},
    moves={ClaimWith.tag: _claim_with},
    deeds={ClaimWith.tag: gettext_lazy("claim a route")},
    attributes={"substitute": gettext_lazy("any four for one")},
    refusals=REFUSALS,
)

"""Choices that the rules made for a seat which left them open: as the game ended, or after its player had left (P1)."""

from typing import Final

from django.utils.translation import gettext_lazy

from engine.logged_events import LoggedEvent
from engine.parts.alvin import AlvinMoved
from engine.parts.markers import MarkerDeclined, MarkerPlaced, StartChosen
from engine.parts.market import CardDrawn, CardTaken
from engine.parts.removed_tickets import TicketsTaken
from engine.parts.ticket_completion import CompletionChosen
from engine.parts.tickets import FirstTicketsKept, TicketsKept
from engine.parts.tunnels import TunnelLeft
from games.kinds import EntryKind, RulingKind
from games.logged_entries import PublicEntry
from games.presentation.words.draws import MOVES
from games.presentation.words.sentences import Sentence

CHOICES: Final = frozenset(
    event.tag
    for event in (
        *(AlvinMoved, CardDrawn, CardTaken, CompletionChosen, FirstTicketsKept),
        *(MarkerDeclined, MarkerPlaced, StartChosen, TicketsKept, TicketsTaken, TunnelLeft),
    )
)
"""The facts by which a seat answers a question."""


def find_seat(entry: PublicEntry, event: LoggedEvent) -> int | None:
    """Return the seat whose question this fact of an entry answers by default; None if it does not."""
    seat = event.get("seat")
    if event["type"] not in CHOICES or not isinstance(seat, int) or (_is_answer(entry) and seat == entry["seat"]):
        return None
    return seat


def _is_answer(entry: PublicEntry) -> bool:
    """Check whether somebody answered for the seat of the entry: its player, plan, stand-in, clock or an admin."""
    kind = entry["kind"]
    return kind in MOVES or kind == EntryKind.TIMEOUT or entry.get("ruling") == RulingKind.MOVED_FOR


NOT_CHOSEN: Final = Sentence(
    you=gettext_lazy("You had not chosen, so this was played"),
    name=gettext_lazy("%(name)s had not chosen, so this was played"),
)
"""What stands before the sentences about what was played by default."""
NOT_CHOSEN_TO_COMPLETE: Final = Sentence(
    you=gettext_lazy("You had not chosen which tickets to complete, so the rules chose"),
    name=gettext_lazy("%(name)s had not chosen which tickets to complete, so the rules chose"),
)
"""What stands for a choice of tickets to complete that was made by default."""

"""The final scoring in sentences, from the facts of the entry that ended a game: a paragraph for each seat."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.boards import Board
from engine.logged_events import LoggedEvent, LoggedPointsScored
from engine.parts.scoring import TICKET
from engine.parts.ticket_completion import TicketsCompleted
from engine.parts.turns import GameEnded
from games.logged_entries import PublicEntry
from games.presentation.words.vocabulary import Bonus, Names, all_of, goal_of, signed


def scoring_paragraphs(
    events: Sequence[LoggedEvent], reader: int | None, names: Names, board: Board, bonuses: Mapping[str, Bonus]
) -> list[str]:
    """Return what each seat scored in an entry that ended the game, seat by seat; nothing for any other entry.

    The reader's seat (None: nobody's) is "you". Completed tickets are left out where the entry has told them already.
    """
    if not any(event["type"] == GameEnded.tag for event in events):
        return []
    told_already = any(event["type"] == TicketsCompleted.tag for event in events)
    scored: dict[int, list[LoggedPointsScored]] = {}
    for event in events:
        if event["type"] == "points_scored" and (event["reason"] == TICKET or event["reason"] in bonuses):
            scored.setdefault(event["seat"], []).append(event)
    paragraphs = (
        " ".join(_tell_seat(scored[seat], seat == reader, names(seat), board, bonuses, told_already))
        for seat in sorted(scored)
    )
    return [paragraph for paragraph in paragraphs if paragraph]


def is_told_with_tickets(entry: PublicEntry, event: LoggedEvent) -> bool:
    """Check whether these are points for a ticket that the seat completed with cards in the same entry."""
    return (
        event["type"] == "points_scored"
        and event["reason"] == TICKET
        and event["points"] > 0
        and any(other["type"] == "tickets_completed" and other["seat"] == event["seat"] for other in entry["events"])
    )


def _tell_seat(
    events: Sequence[LoggedPointsScored],
    own: bool,
    name: str,
    board: Board,
    bonuses: Mapping[str, Bonus],
    told_already: bool,
) -> Iterator[str]:
    completed = [event for event in events if event["reason"] == TICKET and event["points"] > 0]
    failed = [event for event in events if event["reason"] == TICKET and event["points"] < 0]
    if completed and not told_already:
        yield _tell_completed(completed, own, name, board)
    if failed:
        yield _tell_failed(failed, own, name, board)
    for event in events:
        if event["reason"] != TICKET:
            yield bonuses[event["reason"]].tell(event, own, name, board)


def _tell_completed(events: Sequence[LoggedPointsScored], own: bool, name: str, board: Board) -> str:
    facts = {"name": name, **_list_tickets(events, board)}
    if own:
        return _("You completed %(tickets)s: %(points)s.") % facts
    return _("%(name)s completed %(tickets)s: %(points)s.") % facts


def _tell_failed(events: Sequence[LoggedPointsScored], own: bool, name: str, board: Board) -> str:
    facts = {"name": name, **_list_tickets(events, board)}
    if own:
        return _("You did not complete %(tickets)s: %(points)s.") % facts
    return _("%(name)s did not complete %(tickets)s: %(points)s.") % facts


def _list_tickets(events: Sequence[LoggedPointsScored], board: Board) -> dict[str, str]:
    """Return tickets, the most valuable first, and the sum of their points."""
    by_value = sorted(events, key=lambda event: (-abs(event["points"]), int(event["subject"])))
    tickets = [goal_of(int(event["subject"]), event["points"], board) for event in by_value]
    return {"tickets": all_of(tickets), "points": signed(sum(event["points"] for event in events))}

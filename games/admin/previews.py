"""The preview of a ruling in words: only what everybody will see."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.admin import desk_words, timeline
from games.admin.situation import Situation
from games.admin.timeline import TimelineEntry
from games.models import Game, Player, Seat
from games.presentation import words
from games.presentation.words.sentences import Names
from games.table.rulings import MoveFor, Order, Preview
from games.table.rulings.previews import SeatChange


@dataclass(frozen=True)
class PreviewText:
    """A preview as the page shows it: lines that change, before and after, and further sentences.

    Entries are shown by their text in the log, questions by their seat and kind.
    """

    sentences: list[str]
    changes: list[tuple[str, str, str]]
    taken_back: list[TimelineEntry]
    brought_back: list[TimelineEntry]
    learned: list[str]
    closed: list[tuple[str, str]]
    opened: list[tuple[str, str, str]]
    move: str
    follows: bool
    needs_two: bool


def preview_text(preview: Preview, situation: Situation) -> PreviewText:
    """Return the preview in words."""
    names = situation.names
    return PreviewText(
        sentences=_write_sentences(preview, situation),
        changes=[*_list_deadlines(preview, names), *_list_seat_changes(preview, names), *_list_game_changes(preview)],
        taken_back=timeline.lines(situation, preview.taken_back),
        brought_back=timeline.lines(situation, preview.brought_back),
        learned=[words.learned(disclosure, names) for disclosure in preview.learned],
        closed=[
            (names(turn.seat), words.question(turn.kind))
            for turn in situation.turns
            if turn.prompt_id in preview.closed
        ],
        opened=[
            (names(turn.seat), words.question(turn.kind), desk_words.instant(turn.deadline_at))
            for turn in preview.opened
        ],
        move=_describe_move(preview.order),
        follows=preview.follows,
        needs_two=preview.needs_two,
    )


def _describe_move(order: Order) -> str:
    """Return the move that the admin has named; a move played by default is not named, since it may be a secret."""
    if not isinstance(order, MoveFor):
        return ""
    return str(order.move) if order.move else _("the move that is played when time runs out")


def _write_sentences(preview: Preview, situation: Situation) -> list[str]:
    board = engine.ruleset(situation.game.ruleset).board
    names = _names_after(preview, situation.names)
    facts = words.tell_entry(preview.facts, preview.events, names, board)
    sentences = [words.ruling(preview.facts, names).before(facts), *facts]
    return [*sentences, "…"] if preview.follows else sentences


def _names_after(preview: Preview, names: Names) -> Names:
    """Return a function from a seat to its holder's name after the ruling; a stand-in may not exist yet."""
    holders = {change.seat: change.players[1] for change in preview.seats if change.players[0] != change.players[1]}
    names_by_id = dict(Player.objects.filter(pk__in=holders.values()).values_list("pk", "name"))
    new = {seat: names_by_id.get(player or "", desk_words.stand_in()) for seat, player in holders.items()}
    return lambda seat: new.get(seat) or names(seat)


def _list_deadlines(preview: Preview, names: Names) -> Iterator[tuple[str, str, str]]:
    for prompt, (before, after) in sorted(preview.deadlines.items()):
        yield (
            desk_words.deadline_of(names(_seat_of_prompt(prompt))),
            desk_words.instant(before),
            desk_words.instant(after),
        )


def _list_seat_changes(preview: Preview, names: Names) -> Iterator[tuple[str, str, str]]:
    after = _names_after(preview, names)
    for change in preview.seats:
        yield from _describe_seat_change(change, names(change.seat), after(change.seat))


def _describe_seat_change(change: SeatChange, old_name: str, new_name: str) -> Iterator[tuple[str, str, str]]:
    if old_name != new_name:
        yield desk_words.seat(change.seat), old_name, new_name
    if change.statuses[0] != change.statuses[1]:
        was, will_be = (str(Seat.Status(status).label) for status in change.statuses)
        yield new_name, was, will_be
    if change.points is not None and change.points[0] != change.points[1]:
        yield desk_words.points_of(new_name), str(change.points[0]), str(change.points[1])


def _list_game_changes(preview: Preview) -> Iterator[tuple[str, str, str]]:
    if preview.status[0] != preview.status[1]:
        was, will_be = (str(Game.Status(status).label) for status in preview.status)
        yield desk_words.the_game(), was, will_be
    if preview.pauses[0] != preview.pauses[1]:
        was, will_be = (", ".join(map(desk_words.pause, reasons)) or "–" for reasons in preview.pauses)
        yield desk_words.paused(), was, will_be


def _seat_of_prompt(prompt: str) -> int:
    return int(prompt.partition(".")[2])

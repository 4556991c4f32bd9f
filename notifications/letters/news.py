"""The news of a game since its reader's last move, in sentences, and the rulings of its admins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board
from engine.history import PositionRestored
from engine.logged_events import LoggedEvent
from engine.parts.market import HandDealt, MarketFilled, MarketFlushed
from engine.parts.tickets import FirstTicketsDealt
from games.kinds import RulingKind
from games.logged_entries import LoggedEntry, PublicEntry, acting_seat
from games.models import Player, Seat
from games.presentation import words
from games.presentation.words import draws, quiet
from games.presentation.words.board import claimed_for_points
from games.presentation.words.claims import is_of_a_claim, scored_there
from games.presentation.words.running_text import ToldOf, together_by_player
from games.presentation.words.sentences import Names, Plain, Spoken
from games.table.store import holders
from notifications.context import LATEST, Context
from notifications.letters.document import Element, Heading, Items, Paragraph
from notifications.letters.sections import News

SHOWN_ELSEWHERE: Final = frozenset({MarketFilled.tag, MarketFlushed.tag, HandDealt.tag, FirstTicketsDealt.tag})
"""Facts that the rest of the email already shows in their current state."""
RULED: Final = "ruled"
PAUSES: Final = frozenset({RulingKind.PAUSED, RulingKind.RESUMED})
TAKEN_OVER: Final = "taken_over"
CORRECTION: Final = "correction"
"""The reason on points that an admin gave or took."""
SHORT: Final = 360
"""Characters of news at the top, so that a phone's first screen still shows the question and first moves. A round of
six players fits."""


@dataclass(frozen=True, slots=True)
class Told:
    """One event of the news, in sentences.

    `who` is the player who moved, or ""; `is_draw` means that cards were drawn and nothing else happened; `is_quiet`
    means that nobody needs to know.
    """

    who: str
    sentences: tuple[Spoken, ...]
    is_draw: bool
    is_quiet: bool

    @property
    def line(self) -> str:
        """Return the sentences as text."""
        return " ".join(sentence.text for sentence in self.sentences)


class Reader(Protocol):
    """The reader of sentences: their seat (None for a spectator), all seats with players' names, and the board."""

    @property
    def seat(self) -> int | None: ...

    @property
    def seats(self) -> Mapping[int, Seat] | Sequence[Seat]: ...

    @property
    def board(self) -> Board: ...

    def name(self, seat: int) -> str: ...


def losses(context: Context) -> Iterator[Element]:
    """List what other players have taken from the reader since their last move."""
    events = [event for entry in context.latest for event in entry["events"] if event.get("victim") == context.seat]
    if events:
        yield Heading(_("Taken from you"))
        yield Items(sentences(events, context.seat, context.name, context.board))


def newest(context: Context, most: Sequence[Told], rest: Sequence[Told]) -> Iterator[Element]:
    """Show the most important news since the reader's last move, and name those who only drew cards."""
    drew = quiet.drew([entry.who for entry in rest if entry.is_draw and entry.who != context.name(context.seat)])
    if most or drew:
        since = _("Since your move") if context.own_last_move else _("So far")
        sentences_by_player = together_by_player(ToldOf(entry.who, entry.sentences) for entry in most)
        drawn = [ToldOf("", (Plain(drew),))] if drew else []
        yield News(_heading(context), since, [*sentences_by_player, *drawn])


def others(context: Context, rest: Sequence[Told]) -> Iterator[Element]:
    """Show the rest of the news."""
    if rest:
        yield Heading(_("What else has happened"))
        yield from _warn_of_gap(context)
        yield Items([entry.line for entry in rest])


def news(context: Context) -> Iterator[Element]:
    """Show everything that has happened since the reader's last move, one line per entry."""
    news_lines = lines(context)
    if news_lines:
        yield Heading(_heading(context))
        yield from _warn_of_gap(context)
        yield Items(news_lines)


def _heading(context: Context) -> str:
    return _("What happened since your last move") if context.own_last_move else _("What has happened so far")


def _warn_of_gap(context: Context) -> Iterator[Element]:
    if context.is_long:
        yield Paragraph(_("A lot has happened. These are the latest events; the game’s log has the rest."))


def parted(context: Context) -> tuple[list[Told], list[Told]]:
    """Split the news into the part for the top of the email and the rest, each in its own order.

    The latest entries get the room first. Draws by several players appear at the top only if there is nothing more
    important, and quiet entries only if there is nothing else at all.
    """
    every, room = entries_since(context), SHORT
    chosen: set[int] = set()
    for index in sorted(_find_loud(every), key=lambda index: (every[index].is_draw, -index)):
        room -= len(every[index].line)
        if chosen and room < 0:
            break
        chosen.add(index)
    return [every[index] for index in sorted(chosen)], [
        entry for index, entry in enumerate(every) if index not in chosen
    ]


def _find_loud(every: Sequence[Told]) -> Sequence[int]:
    """Return the indices of the entries that may go to the top."""
    drawn = [index for index, entry in enumerate(every) if entry.is_draw]
    deeds = [index for index, entry in enumerate(every) if not (entry.is_draw or entry.is_quiet)]
    if deeds and len(drawn) > 1:
        return deeds
    return [*deeds, *drawn] or range(len(every))


def entries_since(context: Context) -> list[Told]:
    """Return the entries since the reader's last move, each with its player, the latest last.

    Pauses that are over are one short line together.
    """
    entries = words.settled(context.latest)
    over = _find_past_pauses(entries)
    if not over:
        return _tell_entries(entries, context)
    before = [entry for entry in entries if entry["number"] < min(over)]
    after = [entry for entry in entries if entry["number"] > min(over) and entry["number"] not in over]
    pause = Told("", (Plain(_("The game was paused for a while.")),), is_draw=False, is_quiet=True)
    return [*_tell_entries(before, context, entries), pause, *_tell_entries(after, context, entries)]


def _find_past_pauses(entries: Sequence[LoggedEntry]) -> set[int]:
    """Return the numbers of entries about pauses, up to the last after which the game went on."""
    about = [entry for entry in entries if entry["kind"] == RULED and entry["ruling"] in PAUSES]
    ends = [entry["number"] for entry in about if entry["ruling"] == RulingKind.RESUMED and not entry["pauses"]]
    return {entry["number"] for entry in about if ends and entry["number"] <= ends[-1]}


def log(context: Context) -> Iterator[Element]:
    """List the game's latest entries, one line each, the latest last."""
    first = context.game.head > LATEST
    latest = ngettext("The log, its latest %(n)d entry", "The log, its latest %(n)d entries", LATEST) % {"n": LATEST}
    heading = latest if first else _("The log")
    yield Heading(heading)
    yield Items([entry.line for entry in _tell_entries(context.log(), context)])


def lines_of(entries: Sequence[LoggedEntry], log: Sequence[LoggedEntry], context: Reader) -> list[str]:
    """Describe these entries to the reader, one line each; `log` has them and all later ones."""
    return [entry.line for entry in _tell_entries(entries, context, log)]


def _tell_entries(
    entries: Sequence[LoggedEntry], context: Reader, log: Sequence[LoggedEntry] | None = None
) -> list[Told]:
    changes = holders.changes_among(entries if log is None else log)
    former = holders.former_holders(changes)
    return [
        Told(_mover_name(group, then), told, _is_draw(group), quiet.is_quiet(group))
        for group in draws.by_turns(entries)
        if (told := _tell_at(group, then := _as_of(group[-1]["number"], context, changes, former), former))
    ]


def _tell_at(group: Sequence[LoggedEntry], then: Reader, former: Mapping[str, Player]) -> tuple[Spoken, ...]:
    """Describe entries to the reader of that time; of a seat that was taken over, also whose it was."""
    last = group[-1]
    if last["kind"] == TAKEN_OVER:
        before = holders.name_before(last, former)
        return (Plain(words.taken_over(last, then.name, before, then.seat)),)
    return tuple(_tell_group(group, then))


def _as_of(number: int, context: Reader, changes: Sequence[PublicEntry], former: Mapping[str, Player]) -> Reader:
    """Return the reader of entry `number`: nothing is about "you" from before they came to the seat."""
    if all(entry["number"] <= number for entry in changes):
        return context
    now = [context.seats[seat] for seat in range(len(context.seats))]
    seats = holders.holders_at(number, now, changes, former, context.seat)
    is_own = context.seat is not None and seats[context.seat].player_id == now[context.seat].player_id
    return Then(context, seats, context.seat if is_own else None)


@dataclass(frozen=True)
class Then:
    """The reader of an earlier entry, to whom it names those who sat there then."""

    reader: Reader
    seats: Sequence[Seat]
    seat: int | None

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.reader.board

    def name(self, seat: int) -> str:
        """Return the name of the player who had the seat."""
        return self.seats[seat].display_name


def _mover_name(group: Sequence[LoggedEntry], context: Reader) -> str:
    last = group[-1]
    return context.name(acting_seat(last)) if last["kind"] in draws.MOVES else ""


def _is_draw(group: Sequence[LoggedEntry]) -> bool:
    return all(entry["kind"] in draws.MOVES and draws.draw_of(entry) for entry in group)


def lines(context: Context) -> list[str]:
    """Return the sentences of the entries since the reader's last move."""
    return [entry.line for entry in entries_since(context)]


def _tell_group(group: Sequence[LoggedEntry], context: Reader) -> Iterator[Spoken]:
    """Describe an entry, or a turn's two draws as one sentence, followed by anything else that happened in it."""
    two = draws.pair(group)
    if two is None:
        for entry in group:
            yield from _tell_entry(entry, context)
        return
    if group[-1]["kind"] == "planned" and group[-1]["seat"] == context.seat:
        yield Plain(_("Your plan played:"))
    yield draws.tell_two(*two).speak(context.seat, context.name)
    others = [event for entry in group for event in entry["events"] if event not in two]
    yield from _tell_entry({**group[-1], "kind": "move", "events": others}, context)


def rulings(context: Context) -> Iterator[Element]:
    """Describe admins' rulings since the reader's last move, in an email whose result shows everything else."""
    for entry in context.latest:
        if entry["kind"] == RULED:
            told = _tell_entry(_drop_scoring(entry), context)
            yield Paragraph(" ".join(spoken.text for spoken in told))


def _drop_scoring(entry: LoggedEntry) -> LoggedEntry:
    """Return a ruling's entry without the points that the rules awarded at the end: the result lists them."""
    return {**entry, "events": [event for event in entry["events"] if event.get("reason", CORRECTION) == CORRECTION]}


def _tell_entry(entry: LoggedEntry, context: Reader) -> list[Spoken]:
    """Describe an entry, its cause before its facts."""
    facts = list(_tell_facts(entry, context))
    if entry["kind"] == "planned" and entry["seat"] == context.seat:
        return [Plain(_("Your plan played:")), *facts]
    if entry["kind"] == "timeout":
        return [Plain(words.out_of_time(entry, context.name, context.seat)), *facts]
    if entry["kind"] == RULED:
        return [Plain(words.ruling(entry, context.name, context.seat).before(facts)), *facts]
    return facts


def _tell_facts(entry: LoggedEntry, context: Reader) -> Iterator[Spoken]:
    """Describe the facts of an entry, without the number of the entry before which a part of the game is taken back."""
    events = [event for event in entry["events"] if event["type"] != PositionRestored.tag]
    return tell_facts(words.to_tell(entry, events), context.seat, context.name, context.board, entry)


def tell_facts(
    facts: Sequence[LoggedEvent], reader: int | None, names: Names, board: Board, entry: PublicEntry | None = None
) -> Iterator[Spoken]:
    """Describe facts to the holder of a seat; a claim's sentence includes the points that its player scores.

    Of an `entry`, the facts that answer questions by default say so.
    """
    events = list(words.together(facts))
    tell = words.tell_to if entry is None else partial(words.tell_in_entry, entry)
    claims = [event["seat"] for event in events if event["type"] == "route_claimed"]
    own = [event for event in filter(is_of_a_claim, events) if event["seat"] in claims]
    for event in events:
        if event["type"] in SHOWN_ELSEWHERE or event in own:
            continue
        if claims and is_of_a_claim(event):
            yield scored_there(event).speak(reader, names)
        elif event["type"] == "route_claimed" and own:
            points = sum(scored["points"] for scored in own)
            yield claimed_for_points(event, points, board).speak(reader, names)
        elif spoken := tell(reader, event, names, board):
            yield spoken


def sentences(facts: Sequence[LoggedEvent], reader: int | None, names: Names, board: Board) -> list[str]:
    """Describe facts to the holder of a seat, each in a text."""
    return [spoken.text for spoken in tell_facts(facts, reader, names, board)]

"""The log in sentences: what has happened since the viewer's last move, and before."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from engine.logged_events import LoggedEvent
from engine.parts.market import CardDrawn, MarketFilled, MarketFlushed
from games import instants
from games.logged_entries import LoggedEntry, acting_seat, is_own_move_taken_back
from games.presentation import words
from games.presentation.words import draws, quiet
from games.presentation.words.claims import is_of_a_claim, scored_there
from games.presentation.words.sentences import Plain, Spoken
from games.web.table import clock
from games.web.table.sight import Sight

SHOWN_ELSEWHERE: Final = frozenset({MarketFilled.tag})
"""Events that the page does not report, since it shows their result."""
OF_A_DRAW: Final = draws.DRAWS | SHOWN_ELSEWHERE | quiet.UNTOLD | {MarketFlushed.tag}
DEEDS: Final = frozenset({"move", "planned"})
PLAYED: Final = draws.MOVES | {"timeout"}
SHOWN: Final = 8
LONG: Final = 400
"""An entry with more letters is folded after its first `FIRST` sentences."""
FIRST: Final = 2
OWN: Final = 3
"""How many lines of the viewer's own last move are shown: a claim, its marker and Alvin."""


@dataclass(frozen=True)
class LogLine:
    """An entry of the log as a line.

    `mark`: its seat, from 1; `by`: for a move the player's name; `points`: those that a claim brought;
    `scores`: if it ended a round or the game, what each seat scored. `cards`: it drew
    cards and did nothing else; `quiet`: nobody needs to know of it.
    """

    number: int
    when: str
    at: datetime
    mark: int | None
    by: str
    told: Sequence[Spoken]
    scores: Sequence[str]
    points: int
    new: bool
    claims: bool
    cards: bool
    quiet: bool
    taken_back: bool

    @cached_property
    def sentences(self) -> Sequence[str]:
        """Return the sentences as text."""
        return [spoken.text for spoken in self.told]

    @property
    def text(self) -> str:
        """Return all sentences."""
        return " ".join((*self.sentences, *self.scores))

    @property
    def paragraphs(self) -> Sequence[str]:
        """Return all sentences, and each seat's scores by themselves."""
        return [*filter(None, [" ".join(self.sentences)]), *self.scores]

    @property
    def look(self) -> str:
        """Return the classes of its element."""
        return f"{'new' if self.new else ''}{' undone' if self.taken_back else ''}".strip()

    @property
    def visible_text(self) -> str:
        """Return the text shown at first: all sentences, or the first ones of a long entry."""
        return " ".join(self.sentences[: len(self.visible)])

    @property
    def visible(self) -> Sequence[Spoken]:
        """Return the sentences shown at first."""
        return self.told[:FIRST] if self.folded_text else self.told

    @property
    def folded_text(self) -> str:
        """Return the rest of a long entry; "" for any other."""
        return " ".join(self.sentences[FIRST:]) if sum(map(len, self.sentences)) > LONG else ""


def lines(sight: Sight, entries: Iterable[LoggedEntry] | None = None) -> list[LogLine]:
    """Return log lines for these entries, or for the newest, newest first; entries without sentences are left out."""
    return list(_build_lines(sight, sight.entries if entries is None else list(entries)))


def since(sight: Sight, number: int) -> list[LogLine]:
    """Return what has changed since this entry, newest first, for a page that shows the game as of that entry.

    That is everything that its reader has done elsewhere, and those of the others' moves that the reader needs to know.
    """
    own = None if sight.seat is None else sight.seat + 1
    return [line for line in lines(sight) if line.number > number and (line.mark == own or not line.quiet)]


def alone(sight: Sight, entry: LoggedEntry) -> LogLine:
    """Return the line of a single entry, as in the log; without sentences if there is nothing to tell."""
    return _build_line(sight, [entry], new=False)


def _build_lines(sight: Sight, entries: Sequence[LoggedEntry]) -> Iterator[LogLine]:
    """Yield the lines of these entries, newest first, each built only when needed."""
    since = last_deed(sight)
    for group in reversed(_group_by_turns(sight, entries)):
        line = _build_line(sight, group, group[-1]["number"] > since)
        if line.sentences:
            yield line


def _group_by_turns(sight: Sight, entries: Sequence[LoggedEntry]) -> list[list[LoggedEntry]]:
    """Group the two cards of a turn, unless only one of them was taken back."""
    groups = draws.by_turns(entries)
    if not sight.taken_back:
        return groups
    parted = (
        [group] if len(set(map(sight.is_taken_back, group))) < 2 else [[entry] for entry in group] for group in groups
    )
    return [group for part in parted for group in part]


def last_deed(sight: Sight) -> int:
    """Return the number of the viewer's last own move; 0 if it is not among the newest entries.

    For a spectator, return the number of the game's last entry.
    """
    if sight.seat is None:
        return sight.game.head
    own = (entry["number"] for entry in reversed(sight.entries) if is_deed(entry, sight.seat))
    return next(own, 0)


def is_deed(entry: LoggedEntry, seat: int) -> bool:
    """Check whether this is the seat's own move, not one that was made for it."""
    return bool(entry["seat"] == seat and entry["kind"] in DEEDS)


def recent(sight: Sight) -> list[LogLine]:
    """Return the lines that the page shows: all new ones, and earlier ones as far as there is room."""
    log_lines: list[LogLine] = []
    for line in _build_lines(sight, sight.entries):
        if len(log_lines) >= SHOWN and not line.new:
            break
        log_lines.append(line)
    return log_lines


def taken_back(sight: Sight) -> frozenset[int]:
    """Return the numbers of the newest entries whose moves have been taken back."""
    return frozenset(
        entry["number"] for entry in sight.entries if entry["kind"] in PLAYED and entry["number"] in sight.taken_back
    )


def own_last_move(sight: Sight) -> list[LogLine]:
    """Return what the viewer's seat did last, oldest first, if the viewer would not know it otherwise.

    That is what was drawn from the deck, and what was played for the viewer. What was taken back is left out.
    """
    undone = taken_back(sight)
    played = [entry for entry in sight.entries if entry["kind"] in PLAYED and entry["number"] not in undone]
    runs = [list(run) for seat, run in groupby(played, lambda entry: entry["seat"]) if seat == sight.seat]
    if not runs or not any(map(_is_news_to_its_player, runs[-1])):
        return []
    return lines(sight, [_without_others(entry) for entry in runs[-1]])[:OWN][::-1]


def _without_others(entry: LoggedEntry) -> LoggedEntry:
    """Return the entry with its own seat's events alone: a move may also begin the next seat's turn."""
    own = entry.copy()
    own["events"] = [event for event in entry["events"] if event.get("seat") == entry["seat"]]
    return own


def _is_news_to_its_player(entry: LoggedEntry) -> bool:
    return entry["kind"] != "move" or any(event["type"] == CardDrawn.tag for event in entry["events"])


def claimed_lately(sight: Sight) -> list[str]:
    """Return the tracks that others have claimed since the viewer's last move; for a spectator only the newest."""
    since, undone = last_deed(sight) if sight.seat is not None else 0, taken_back(sight)
    routes = [
        event["route"]
        for entry in reversed(sight.entries)
        if entry["number"] > since and entry["number"] not in undone
        for event in entry["events"]
        if event["type"] == "route_claimed"
    ]
    return routes[:1] if sight.seat is None else routes


def _build_line(sight: Sight, group: Sequence[LoggedEntry], new: bool) -> LogLine:
    entry, then = group[-1], sight.as_of(group[-1]["number"])
    at, is_seating = instants.read(entry["at"]), entry["kind"] == "taken_over"
    told = _tell_seating(then, entry, sight.name_before(entry)) if is_seating else _tell_group(then, group)
    return LogLine(
        number=entry["number"],
        when=clock.when(at, sight.now, sight.zone),
        at=at,
        mark=None if entry["seat"] is None else entry["seat"] + 1,
        by=then.name(acting_seat(entry)) if entry["kind"] in draws.MOVES else "",
        told=[*told, *_quote_admins(sight, group)],
        scores=_list_scores(sight, entry),
        points=_count_points(entry),
        new=new,
        claims=any(event["type"] == "route_claimed" for event in entry["events"]),
        cards=quiet.only(group, OF_A_DRAW),
        quiet=quiet.is_quiet(group),
        taken_back=sight.is_taken_back(entry),
    )


def _tell_seating(sight: Sight, entry: LoggedEntry, before: str = "") -> list[Spoken]:
    return [Plain(words.taken_over(entry, sight.name, before, sight.seat))]


def _quote_admins(sight: Sight, group: Iterable[LoggedEntry]) -> Iterator[Plain]:
    """Yield what an admin wrote about a ruling among these entries."""
    for entry in group:
        if entry["kind"] == "ruled" and (text := sight.ruling_texts.get(entry["number"])):
            yield Plain(_("The admin writes: “%(text)s”") % {"text": text})


def _list_scores(sight: Sight, entry: LoggedEntry) -> list[str]:
    completed = words.completions(entry, sight.seat, sight.name, sight.board).values()
    return [*completed, *words.final_scoring(entry["events"], sight.seat, sight.name, sight.board)]


def _count_points(entry: LoggedEntry) -> int:
    return sum(event["points"] for event in entry["events"] if is_of_a_claim(event) and event["seat"] == entry["seat"])


def _tell_group(sight: Sight, group: Sequence[LoggedEntry]) -> list[Spoken]:
    """Describe an entry; or a turn's two cards in one sentence, followed by what else happened to the market."""
    draw_pair, last = draws.pair(group), group[-1]
    if draw_pair is None:
        return [spoken for entry in group for spoken in _tell_spoken(sight, entry)]
    drawn = draws.tell_two(*draw_pair).speak(sight.seat, sight.name)
    other_events = [event for entry in group for event in _events_to_tell(entry) if event not in draw_pair]
    others = (_tell_event(sight, last, event) for event in other_events)
    return _prepend_cause(sight, last, [drawn, *(spoken for spoken in others if spoken)])


def tell(sight: Sight, entry: LoggedEntry) -> list[str]:
    """Describe one entry in sentences; what each seat scored at the end is in `LogLine.scores`."""
    return [spoken.text for spoken in _tell_spoken(sight, entry)]


def _tell_spoken(sight: Sight, entry: LoggedEntry) -> list[Spoken]:
    if entry["kind"] == "taken_over":
        return _tell_seating(sight, entry)
    sentences = (_tell_event(sight, entry, event) for event in words.together(_events_to_tell(entry)))
    return _prepend_cause(sight, entry, [spoken for spoken in sentences if spoken])


def _events_to_tell(entry: LoggedEntry) -> list[LoggedEvent]:
    """Return the entry's events, without those that `LogLine.scores` or its cause tells."""
    if is_own_move_taken_back(entry):
        return []
    ended = any(event["type"] == "game_ended" for event in entry["events"])
    events = [
        event
        for event in entry["events"]
        if event["type"] != "tickets_completed" and not (ended and words.is_of_final_scoring(event))
    ]
    return words.to_tell(entry, events)


def _prepend_cause(sight: Sight, entry: LoggedEntry, sentences: list[Spoken]) -> list[Spoken]:
    """Put the cause before the sentences, if it was not a move of the seat's player."""
    if entry["kind"] == "planned" and entry["seat"] == sight.seat:
        return [Plain(_("Your plan played:")), *sentences]
    if entry["kind"] == "timeout":
        return [Plain(words.out_of_time(entry, sight.name, sight.seat)), *sentences]
    if is_own_move_taken_back(entry) and (move := _tell_taken_back(sight, entry)):
        return [Plain(words.own_move_taken_back(entry, move, sight.name, sight.seat))]
    if entry["kind"] == "ruled":
        return [Plain(words.ruling(entry, sight.name, sight.seat).before(sentences)), *sentences]
    return sentences


def _tell_taken_back(sight: Sight, entry: LoggedEntry) -> str:
    """Tell the move that the entry takes back; "" if it is not among the newest entries."""
    gone = [other for other in sight.entries if entry["as_of"] < other["number"] < entry["number"]]
    return " ".join(sentence for other in gone for sentence in tell(sight, other))


def _tell_event(sight: Sight, entry: LoggedEntry, event: LoggedEvent) -> Spoken | None:
    if event["type"] in SHOWN_ELSEWHERE or (is_of_a_claim(event) and event["seat"] == entry["seat"]):
        return None
    if is_of_a_claim(event) and any(other["type"] == "route_claimed" for other in entry["events"]):
        return scored_there(event).speak(sight.seat, sight.name)
    return words.tell_in_entry(entry, sight.seat, event, sight.name, sight.board)


def played(sight: Sight, first: int) -> Sequence[LogLine]:
    """Return the viewer's own moves from this entry on, oldest first; none once others have moved.

    A page's address may name a move that was taken back since: it is left out.
    """
    since = [entry for entry in sight.entries if entry["number"] > first and entry["kind"] in PLAYED]
    if sight.seat is None or any(entry["seat"] != sight.seat for entry in since):
        return ()
    own = [entry for entry in sight.entries if entry["number"] >= first and is_deed(entry, sight.seat)]
    return lines(sight, [entry for entry in own if not sight.is_taken_back(entry)])[::-1]


def has_just_taken_back(sight: Sight) -> bool:
    """Check whether the last thing that the viewer did was to take back their own last move."""
    if sight.seat is None:
        return False
    own = (
        is_own_move_taken_back(entry)
        for entry in reversed(sight.entries)
        if is_deed(entry, sight.seat) or (is_own_move_taken_back(entry) and entry["agreed"] == [sight.seat])
    )
    return next(own, False)

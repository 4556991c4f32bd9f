"""The log in sentences: what has happened since the viewer's last move, and before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games import instants, words
from games.web.table import clock
from games.web.table.sight import Sight
from games.words import draws, quiet
from games.words.claims import CLAIM, is_of_a_claim, scored_there

Entry = Mapping[str, Any]
SHOWN_ELSEWHERE: Final = frozenset({"market_filled"})
"""Facts that the page shows as they stand now."""
OF_A_DRAW: Final = draws.DRAWS | SHOWN_ELSEWHERE | quiet.UNTOLD | {"market_flushed"}
DEEDS: Final = frozenset({"move", "planned"})
PLAYED: Final = draws.MOVES | {"timeout"}
SHOWN: Final = 8
LONG: Final = 400
"""An entry of more letters is folded, after so many sentences."""
FIRST: Final = 2


@dataclass(frozen=True)
class LogLine:
    """An entry: when it was made, by which seat, for a move by whom (`by`, a name), what happened, points that a claim
    brought; whether it is new, a claim, cards and nothing else, nothing that anyone needs to know, or taken back."""

    number: int
    when: str
    at: datetime
    mark: int | None
    by: str
    sentences: Sequence[str]
    points: int
    new: bool
    claims: bool
    cards: bool
    quiet: bool
    taken_back: bool

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    @property
    def shown(self) -> str:
        """What is read at first."""
        return " ".join(self.sentences[:FIRST]) if self.folded else self.text

    @property
    def folded(self) -> str:
        """What a long entry tells besides; "" of a usual one."""
        return " ".join(self.sentences[FIRST:]) if sum(map(len, self.sentences)) > LONG else ""


def lines(sight: Sight, entries: Iterable[Entry] | None = None) -> list[LogLine]:
    """These entries, or the newest, the newest first; entries that tell nothing are left out."""
    return list(_log_lines(sight, sight.entries if entries is None else list(entries)))


def since(sight: Sight, number: int) -> list[LogLine]:
    """What has changed a page that shows the game as of this entry, the newest first: all that its reader has done
    elsewhere, and of others' what anyone needs to know."""
    own = None if sight.seat is None else sight.seat + 1
    return [line for line in lines(sight) if line.number > number and (line.mark == own or not line.quiet)]


def alone(sight: Sight, entry: Entry) -> LogLine:
    """An entry for itself, as it stands in the log; without sentences if it tells nothing."""
    return _line(sight, [entry], new=False)


def _log_lines(sight: Sight, entries: Sequence[Entry]) -> Iterator[LogLine]:
    """The newest first, each told when it is asked for."""
    since = last_deed(sight)
    for group in reversed(_by_turns(sight, entries)):
        line = _line(sight, group, group[-1]["number"] > since)
        if line.sentences:
            yield line


def _by_turns(sight: Sight, entries: Sequence[Entry]) -> list[list[Entry]]:
    """A turn's two cards together, unless one of them alone was taken back."""
    groups = draws.by_turns(entries)
    if not sight.taken_back:
        return groups
    parted = (
        [group] if len(set(map(sight.is_taken_back, group))) < 2 else [[one] for one in group] for group in groups
    )
    return [group for some in parted for group in some]


def last_deed(sight: Sight) -> int:
    """The number of the viewer's last own move; 0 where it is none of the newest entries. For a spectator, the head."""
    if sight.seat is None:
        return sight.game.head
    own = (entry["number"] for entry in reversed(sight.entries) if is_deed(entry, sight.seat))
    return next(own, 0)


def is_deed(entry: Entry, seat: int) -> bool:
    """Whether the seat has done this itself."""
    return bool(entry["seat"] == seat and entry["kind"] in DEEDS)


def recent(sight: Sight) -> list[LogLine]:
    """What the page shows: all that is new, and as much of what was before as there is room for."""
    shown: list[LogLine] = []
    for line in _log_lines(sight, sight.entries):
        if len(shown) >= SHOWN and not line.new:
            break
        shown.append(line)
    return shown


def taken_back(sight: Sight) -> frozenset[int]:
    """The numbers of those of the newest entries whose moves were taken back since."""
    return frozenset(
        entry["number"] for entry in sight.entries if entry["kind"] in PLAYED and entry["number"] in sight.taken_back
    )


def claimed_lately(sight: Sight) -> list[str]:
    """Tracks that others have claimed since the viewer's last move; for a spectator the newest one."""
    since, undone = last_deed(sight) if sight.seat is not None else 0, taken_back(sight)
    found = [
        event["route"]
        for entry in reversed(sight.entries)
        if entry["number"] > since and entry["number"] not in undone
        for event in entry["events"]
        if event["type"] == "route_claimed"
    ]
    return found[:1] if sight.seat is None else found


def _line(sight: Sight, group: Sequence[Entry], new: bool) -> LogLine:
    entry = group[-1]
    at = instants.read(entry["at"])
    return LogLine(
        number=entry["number"],
        when=clock.when(at, sight.now, sight.zone),
        at=at,
        mark=None if entry["seat"] is None else entry["seat"] + 1,
        by=sight.name(entry["seat"]) if entry["kind"] in draws.MOVES else "",
        sentences=_tell_group(sight, group),
        points=_points(entry),
        new=new,
        claims=any(event["type"] == CLAIM for event in entry["events"]),
        cards=quiet.only(group, OF_A_DRAW),
        quiet=quiet.is_quiet(group),
        taken_back=sight.is_taken_back(entry),
    )


def _points(entry: Entry) -> int:
    return sum(event["points"] for event in entry["events"] if is_of_a_claim(event) and event["seat"] == entry["seat"])


def _tell_group(sight: Sight, group: Sequence[Entry]) -> list[str]:
    """An entry; or a turn's two cards in one sentence, and what else happened to the market."""
    two, last = draws.pair(group), group[-1]
    if two is None:
        return [told for entry in group for told in tell(sight, entry)]
    drawn = draws.tell_two(*two, words.with_you(sight.seat, two[0], sight.name))
    more = [event for entry in group for event in entry["events"] if event not in two]
    return _after_the_cause(sight, last, [drawn, *filter(None, (_sentence(sight, last, event) for event in more))])


def tell(sight: Sight, entry: Entry) -> list[str]:
    """One entry, in sentences. What the end has scored stands in the ranking."""
    if entry["kind"] == "taken_over":
        return [words.taken_over(entry, sight.name)]
    ended = any(event["type"] == "game_ended" for event in entry["events"])
    events = [event for event in entry["events"] if not (ended and event["type"] == "points_scored")]
    told = (_sentence(sight, entry, event) for event in words.together(events))
    return _after_the_cause(sight, entry, list(filter(None, told)))


def _after_the_cause(sight: Sight, entry: Entry, told: list[str]) -> list[str]:
    """Before the sentences, what made them happen where it was no move of the seat's player."""
    if entry["kind"] == "planned" and entry["seat"] == sight.seat:
        return [_("Your plan played:"), *told]
    if entry["kind"] == "timeout" and entry["seat"] == sight.seat:
        return [_("Your time ran out, so this was played:"), *told]
    if entry["kind"] == "timeout":
        return [_("%(name)s ran out of time, so this was played:") % {"name": sight.name(entry["seat"])}, *told]
    if entry["kind"] == "ruled":
        return [words.ruling(entry, sight.name, sight.seat), *told]
    return told


def _sentence(sight: Sight, entry: Entry, event: Entry) -> str:
    of_claim = is_of_a_claim(event)
    if event["type"] in SHOWN_ELSEWHERE or (of_claim and event["seat"] == entry["seat"]):
        return ""
    if of_claim and any(one["type"] == CLAIM for one in entry["events"]):
        return scored_there(event, words.with_you(sight.seat, event, sight.name))
    return words.tell_to(sight.seat, event, sight.name, sight.board)


def played(sight: Sight, first: int) -> Sequence[LogLine]:
    """The viewer's own moves from this entry on, oldest first: what was just played; nothing once others have moved."""
    since = [entry for entry in sight.entries if entry["number"] > first and entry["kind"] in DEEDS]
    if sight.seat is None or any(entry["seat"] != sight.seat for entry in since):
        return ()
    own = [entry for entry in sight.entries if entry["number"] >= first and is_deed(entry, sight.seat)]
    return lines(sight, own)[::-1]

"""The public log in sentences, a page at a time, newest entry first.

It can be filtered by kind of entry, by seat, and from an entry on. Rulings are shown with their texts, which are not
in the log.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.boards import Board
from games.admin import desk_words
from games.admin.page import Names
from games.admin.situation import Situation
from games.kinds import EntryKind
from games.logged_entries import PublicEntry
from games.models import Entry, Game, Player, Ruling
from games.presentation import words
from games.table.store.views import entry_for_everybody

ENTRIES: Final = 50
"""Entries per page."""

CAUSES: Final[Mapping[str, Promise]] = {
    EntryKind.STARTED: gettext_lazy("The game began."),
    EntryKind.CLOCK: gettext_lazy("A deadline has moved: somebody's quiet hours, days off or vacation."),
}

KINDS: Final = {
    EntryKind.MOVE: gettext_lazy("moves"),
    EntryKind.PLANNED: gettext_lazy("played by a plan"),
    EntryKind.TIMEOUT: gettext_lazy("played by default"),
    EntryKind.RULED: gettext_lazy("rulings"),
    EntryKind.ABSENT: gettext_lazy("absent"),
    EntryKind.TAKEN_OVER: gettext_lazy("taken over"),
    EntryKind.CLOCK: gettext_lazy("clocks"),
    EntryKind.RETURNED: gettext_lazy("back again"),
    EntryKind.RESIGNED: gettext_lazy("resigned"),
    EntryKind.FORFEITED: gettext_lazy("forfeited"),
}


class TimelineEntry(NamedTuple):
    """An entry as shown: its number, time, kind, the seat that acted with its holder then, its sentences, and all
    public facts.

    `ruling` holds the texts of a ruling.
    """

    number: int
    at: str
    kind: str
    seat: int | None
    holder: Player | None
    name: str
    sentences: list[str]
    facts: str
    ruling: Ruling | None


class Filter(forms.Form):
    """A filter of the log. Invalid values are ignored."""

    kind = forms.ChoiceField(
        label=gettext_lazy("what"), required=False, choices=[("", gettext_lazy("every kind")), *KINDS.items()]
    )
    seat = forms.TypedChoiceField(label=gettext_lazy("by whom"), required=False, coerce=int, empty_value=None)
    since = forms.IntegerField(required=False, min_value=1, label=gettext_lazy("from entry"))

    def __init__(self, seats: int, names: Names, data: QueryDict | None = None) -> None:
        super().__init__(data, label_suffix="")
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            ("", _("every seat")),
            *((str(number), names(number)) for number in range(seats)),
        ]

    def narrowed(self, entries: QuerySet[Entry]) -> QuerySet[Entry]:
        """Return the entries that match the filter."""
        if not self.is_bound:
            return entries
        self.is_valid()
        answers = self.cleaned_data
        if kind := answers.get("kind"):
            entries = entries.filter(kind=kind)
        if (seat := answers.get("seat")) is not None:
            entries = entries.filter(seat=seat)
        if since := answers.get("since"):
            entries = entries.filter(number__gte=since)
        return entries


def page(situation: Situation, query: QueryDict | None = None) -> tuple[Page[Entry], list[TimelineEntry], Filter]:
    """Return a page of the log (the nearest one to the requested number), its lines, and its filter."""
    game = situation.game
    log_filter = Filter(game.seats_wanted, situation.names, query)
    entries = log_filter.narrowed(Entry.objects.filter(game=game, number__lte=game.head).order_by("-number"))
    log_page = Paginator(entries, ENTRIES).get_page(query.get("p", "1") if query else "1")
    board, ruled = _find_board(game), _find_rulings(game, log_page.object_list)
    facts = [entry_for_everybody(entry) for entry in log_page.object_list]
    return log_page, [_make_line(entry, situation, board, ruled) for entry in facts], log_filter


def lines(situation: Situation, numbers: Iterable[int]) -> list[TimelineEntry]:
    """Return lines for only these entries, oldest first."""
    game = situation.game
    entries = list(Entry.objects.filter(game=game, number__in=list(numbers)).order_by("number"))
    board, ruled = _find_board(game), _find_rulings(game, entries)
    return [_make_line(entry_for_everybody(entry), situation, board, ruled) for entry in entries]


def page_of(game: Game, number: int) -> int:
    """Return the page of the whole log on which an entry is; entries that were taken back are listed, too."""
    return (game.head - number) // ENTRIES + 1


def _find_rulings(game: Game, entries: Iterable[Entry]) -> dict[int, Ruling]:
    numbers = [entry.number for entry in entries if entry.kind == EntryKind.RULED]
    rulings = (
        Ruling.objects.select_related("by", "confirmed_by").filter(game=game, entry__in=numbers) if numbers else ()
    )
    return {ruling.entry: ruling for ruling in rulings if ruling.entry is not None}


def _find_board(game: Game) -> Board | None:
    """Return the board; None if the ruleset no longer exists, since the log is readable without it."""
    try:
        return engine.ruleset(game.ruleset).board
    except engine.UnknownRuleset:
        return None


def _make_line(
    entry: PublicEntry, situation: Situation, board: Board | None, ruled: Mapping[int, Ruling]
) -> TimelineEntry:
    """Return the line with the names of those who held the seats then: a move belongs to who made it."""
    seat, seats = entry["seat"], situation.seats_at(entry["number"])
    names = desk_words.names(seats)
    return TimelineEntry(
        number=entry["number"],
        at=entry["at"][:19].replace("T", " "),
        kind=entry["kind"],
        seat=seat,
        holder=next((row.player for row in seats if row.number == seat), None),
        name="" if seat is None else names(seat),
        sentences=_describe_entry(entry, names, board),
        facts=json.dumps(entry, indent=2, sort_keys=True),
        ruling=ruled.get(entry["number"]),
    )


def _describe_entry(entry: PublicEntry, names: Names, board: Board | None) -> list[str]:
    facts = _describe_events(entry, names, board)
    cause = _describe_cause(entry, names, facts)
    return [cause, *facts] if cause else facts


def _describe_cause(entry: PublicEntry, names: Names, facts: Sequence[str]) -> str:
    if entry["kind"] == EntryKind.RULED:
        return words.ruling(entry, names).before(facts)
    if entry["kind"] == EntryKind.TAKEN_OVER:
        return words.taken_over(entry, names)
    if entry["kind"] == EntryKind.TIMEOUT:
        return words.out_of_time(entry, names, None)
    return str(CAUSES.get(entry["kind"], ""))


def _describe_events(entry: PublicEntry, names: Names, board: Board | None) -> list[str]:
    """Return the sentences of an entry, or one that says there are no words for it: old games must stay readable."""
    try:
        events = [] if entry["kind"] == EntryKind.TAKEN_OVER else entry["events"]
        return [] if board is None else words.tell_entry(entry, events, names, board)
    except LookupError:
        return [_("We can’t describe these facts in words.")]

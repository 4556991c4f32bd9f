"""The sentences about a game in emails, on pages and in the admin: every one goes through gettext.

A fact comes as one reader sees it in the log (`games.table.store.log_for`). It contains nothing that this reader may
not know, so no sentence can reveal it. If the reader knows more, the sentence says more.

Every module here with a `WORDS` adds its sentences: a new game brings its words in a new file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from engine.boards import Board
from engine.logged_events import LoggedEvent, LoggedPointsScored
from engine.logged_moves import LoggedMove
from engine.model import Points, ScoringLine
from engine.parts.scoring import TICKET
from engine.parts.ticket_completion import CompletionChosen
from engine.parts.turns import PointsScored
from engine.views import PromptView, SeatView, View
from games.logged_entries import PublicEntry
from games.presentation.words import defaults, vocabulary
from games.presentation.words.claims import added_up
from games.presentation.words.colors import card, color_of_cards, count_cards, counted, paid_with, seat_color, two
from games.presentation.words.disclosures import learned
from games.presentation.words.lists import all_of, listed, one_of
from games.presentation.words.proposals import changes, tell_end, tell_outcome
from games.presentation.words.proposed_changes import agreed, had_proposed, proposed
from games.presentation.words.rulings import out_of_time, own_move_taken_back, ruling, settled
from games.presentation.words.scoring import is_told_with_tickets, scoring_paragraphs
from games.presentation.words.seat_changes import is_told_with_seat, taken_over
from games.presentation.words.sentences import Names, Plain, SeatDeed, Sentence, Spoken, introduce
from games.presentation.words.vocabulary import (
    AskedQuestion,
    LedgerLine,
    Row,
    Section,
    Words,
    amount,
    cards,
    city,
    route,
    signed,
    ticket,
    ticket_title,
    tickets,
    track,
    value_range,
)

if TYPE_CHECKING:
    from games.models import Game

__all__ = [
    "REFUSALS",
    "Row",
    "Section",
    "about",
    "agreed",
    "all_of",
    "amount",
    "asked",
    "card",
    "cards",
    "changes",
    "city",
    "color_of_cards",
    "columns",
    "coming_back",
    "completions",
    "composing",
    "count",
    "count_cards",
    "counted",
    "deeds",
    "final_scoring",
    "had_proposed",
    "is_of_final_scoring",
    "learned",
    "ledger_reason",
    "listed",
    "move",
    "numbered",
    "one_of",
    "out_of_time",
    "own_move_taken_back",
    "paid_with",
    "particulars",
    "proposed",
    "question",
    "reason",
    "route",
    "rules",
    "ruling",
    "scoring_line",
    "seat_color",
    "sections",
    "settled",
    "signed",
    "taken_over",
    "tell",
    "tell_end",
    "tell_entry",
    "tell_in_entry",
    "tell_outcome",
    "tell_to",
    "ticket",
    "ticket_title",
    "tickets",
    "title",
    "to_tell",
    "together",
    "track",
    "two",
    "value_range",
]


T = TypeVar("T")


def _load_words() -> Iterator[Words]:
    for module in iter_modules(__path__):
        words = getattr(import_module(f"{__name__}.{module.name}"), "WORDS", None)
        if words is not None:
            yield words


def _merge_tables(tables: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """Return the tables merged. Raise ValueError if two of them have words for the same thing."""
    merged: dict[str, T] = {}
    for table in tables:
        if twice := merged.keys() & table.keys():
            raise ValueError(f"said twice: {sorted(twice)}")
        merged |= table
    return merged


POINTS_SCORED: Final = Sentence(
    you=gettext_lazy("You: %(points)s for %(reason)s"),
    name=gettext_lazy("%(name)s: %(points)s for %(reason)s"),
)


def _points_scored(event: LoggedPointsScored, board: Board) -> SeatDeed:
    facts = {"points": signed(event["points"]), "reason": reason(event, board)}
    return SeatDeed(event["seat"], POINTS_SCORED, facts)


_OF_POINTS: Final = Words(sentences={PointsScored.tag: _points_scored}, joined={PointsScored.tag: added_up})
_ALL: Final = (_OF_POINTS, *_load_words())
TITLES: Final = _merge_tables(words.titles for words in _ALL)
ABOUT: Final = _merge_tables(words.about for words in _ALL)
REASONS: Final = _merge_tables(words.reasons for words in _ALL)
SUBJECTS: Final = _merge_tables(words.subjects for words in _ALL)
SCORING: Final = _merge_tables(words.scoring for words in _ALL)
BONUSES: Final = _merge_tables(words.bonuses for words in _ALL)
QUESTIONS: Final = _merge_tables(words.questions for words in _ALL)
ASKED: Final = _merge_tables(words.asked for words in _ALL)
PARTICULARS: Final = _merge_tables(words.particulars for words in _ALL)
COMPOSING: Final = _merge_tables(words.composing for words in _ALL)
MOVES: Final = _merge_tables(words.moves for words in _ALL)
DEEDS: Final = _merge_tables(words.deeds for words in _ALL)
JOINED: Final = _merge_tables(words.joined for words in _ALL)
COLUMNS: Final = _merge_tables(words.columns for words in _ALL)
REFUSALS: Final = _merge_tables(words.refusals for words in _ALL)
vocabulary.ATTRIBUTES.update(_merge_tables(words.attributes for words in _ALL))
vocabulary.RISKS.update(_merge_tables(words.risks for words in _ALL))
vocabulary.WARNINGS.update(_merge_tables(words.warnings for words in _ALL))


TOO_MANY_TO_LIST: Final = ngettext_lazy(
    "There is %(count)d move, too many to list. The table has it.",
    "There are %(count)d moves, too many to list. The table has them all.",
    "count",
)
SENTENCES: Final = _merge_tables(words.sentences for words in _ALL)


def title(name: str) -> str:
    """Return the title of a ruleset, a board or an option; the name itself if there is none."""
    return str(TITLES.get(name, name))


def about(ruleset: str) -> str:
    """Describe a ruleset in one sentence; "" if there is none."""
    return str(ABOUT.get(ruleset, ""))


def rules(ruleset: str, options: Mapping[str, bool]) -> str:
    """Return the title of a ruleset with these options."""
    option_titles = [title(name) for name, on in sorted(options.items()) if on]
    return f"{title(ruleset)} ({listed(option_titles)})" if option_titles else title(ruleset)


def game_name(game: "Game") -> str:
    """Return a game's name; if it has none, its ruleset and host; for a practice table only the ruleset.

    A rematch has the number of the game, so that the games of the same people can be told apart.
    """
    rules_title = rules(game.ruleset, game.options)
    name = game.name or (rules_title if game.practice else f"{rules_title}, {game.host.display_name}")
    return numbered(game, str(name))


def coming_back(game: "Game") -> str:
    """Say how long whoever has a stand-in in a running game can come back."""
    if game.closes_at is None:
        return _("You can come back until another player takes the seat over.")
    return _("Only stand-ins are left. The game waits until one of you comes back, and is closed if nobody does.")


def numbered(game: "Game", name: str) -> str:
    """Add to a game's name which of its people's games it is, unless it is their first."""
    if not game.games_before:
        return name
    return _("%(name)s, game %(number)d") % {"name": name, "number": game.games_before + 1}


def tell(event: LoggedEvent, names: Names, board: Board) -> str:
    """Describe a fact for anyone; "" if it needs no words. `names` returns the name of a seat's player."""
    spoken = tell_to(None, event, names, board)
    return spoken.text if spoken else ""


def tell_to(reader: int | None, event: LoggedEvent, names: Names, board: Board) -> Spoken | None:
    """Describe a fact for the holder of a seat (None: anyone), who is "you"; None if it needs no words."""
    tell = SENTENCES.get(event["type"])
    telling = tell(event, board) if tell else None
    return telling.speak(reader, names) if telling else None


def together(events: Iterable[LoggedEvent]) -> Iterator[LoggedEvent]:
    """Yield the facts to describe; consecutive facts of one kind, seat and subject are joined for some kinds."""
    for (kind, *_same), neighbors in groupby(events, _kind_key):
        facts = list(neighbors)
        yield from [JOINED[kind](facts)] if kind in JOINED and len(facts) > 1 else facts


def _kind_key(event: LoggedEvent) -> tuple[str, ...]:
    return (event["type"], *(str(event.get(member)) for member in ("seat", "reason", "subject")))


def to_tell(entry: PublicEntry, events: Iterable[LoggedEvent]) -> list[LoggedEvent]:
    """Return those facts of an entry that need sentences, in order: last those that answer questions by default.

    Points for tickets that were completed with cards are told with the tickets. That a seat plays again goes without
    saying where another player has got it: whoever comes to it is not “back”.
    """
    facts = [event for event in events if not (is_told_with_tickets(entry, event) or is_told_with_seat(entry, event))]
    return sorted(facts, key=lambda event: defaults.find_seat(entry, event) is not None)


def tell_in_entry(
    entry: PublicEntry, reader: int | None, event: LoggedEvent, names: Names, board: Board
) -> Spoken | None:
    """Describe a fact as `tell_to` does; an answer by default comes with the sentence that says so."""
    spoken = tell_to(reader, event, names, board)
    seat = defaults.find_seat(entry, event)
    if spoken is None or seat is None:
        return spoken
    if event["type"] == CompletionChosen.tag:
        return SeatDeed(seat, defaults.NOT_CHOSEN_TO_COMPLETE).speak(reader, names)
    return Plain(f"{introduce(SeatDeed(seat, defaults.NOT_CHOSEN).speak(reader, names).clause)} {spoken.text}")


def tell_entry(entry: PublicEntry, events: Iterable[LoggedEvent], names: Names, board: Board) -> list[str]:
    """Return the sentences about these facts of an entry, in order."""
    facts = together(to_tell(entry, events))
    return [spoken.text for fact in facts if (spoken := tell_in_entry(entry, None, fact, names, board))]


def reason(line: LedgerLine, board: Board) -> str:
    """Return the reason for a line of the ledger."""
    return REASONS[line["reason"]](line, board)


def ledger_reason(line: Points, board: Board) -> str:
    """Return the reason for a line of a standing."""
    return reason({"reason": line.reason, "subject": line.subject}, board)


def scoring_line(reason: str, line: ScoringLine, board: Board) -> str:
    """Return what a line of the final scoring is for."""
    return SCORING[reason](line, board)


def final_scoring(events: Sequence[LoggedEvent], reader: int | None, names: Names, board: Board) -> list[str]:
    """Return what each seat scored in the entry that ended a game, seat by seat; the reader's seat is "you"."""
    return scoring_paragraphs(events, reader, names, board, BONUSES)


def completions(entry: PublicEntry, reader: int | None, names: Names, board: Board) -> dict[int, str]:
    """Return what each seat completed in an entry that scores a round, in a sentence; the reader's seat is "you"."""
    completed = [event for event in entry["events"] if event["type"] == "tickets_completed"]
    tellings = {event["seat"]: tell_to(reader, event, names, board) for event in completed}
    return {seat: spoken.text for seat, spoken in tellings.items() if spoken}


def is_of_final_scoring(event: LoggedEvent) -> bool:
    """Check whether these are points that `final_scoring` tells, if the entry ended the game."""
    return event["type"] == "points_scored" and (event["reason"] == TICKET or event["reason"] in BONUSES)


def question(kind: str) -> str:
    """Return a question to a seat; the tag itself if there are no words for it."""
    return str(QUESTIONS.get(kind, kind))


def asked(kind: str) -> AskedQuestion:
    """Return the opening of an email with this question."""
    return ASKED[kind]


def particulars(prompt: PromptView, board: Board) -> str:
    """Return what an open question is about; "" if its kind says it all."""
    told = PARTICULARS.get(prompt["type"])
    return told(prompt, board) if told else ""


def composing(kind: str, count: int) -> str:
    """Return a sentence about the answers to this question, for when there are too many to list."""
    return str(COMPOSING.get(kind, TOO_MANY_TO_LIST) % {"count": count})


def move(facts: LoggedMove, board: Board) -> str:
    """Return a move in the imperative, as its own seat knows it: "take a card from the deck"; "" if it has no words."""
    sentence = MOVES.get(facts["type"])
    return sentence(facts, board) if sentence else ""


def deeds(moves: Iterable[str]) -> list[str]:
    """Return the possible uses of a turn with these kinds of moves, in order, each once: "take cards"."""
    return list(dict.fromkeys(str(DEEDS[tag]) for tag in moves if tag in DEEDS))


def columns(view: View) -> dict[str, str]:
    """Return the numbers that this view shows for every seat: their names in the view, and their titles."""
    return {name: str(COLUMNS[name]) for name in view["seats"][0] if name in COLUMNS}


def count(seat: SeatView, column: str) -> int | None:
    """Return one of the `columns` of a seat; None if it is hidden."""
    number = seat.get(column)
    return number if isinstance(number, int) else None


def sections(view: View, names: Names, board: Board) -> list[Section]:
    """Describe everything public on the table besides the market."""
    writers = [writer for words in _ALL for writer in words.sections]
    return [section for writer in writers if (section := writer(view, names, board))]

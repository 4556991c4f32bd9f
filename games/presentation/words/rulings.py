"""Words for rulings: what an admin, or the table, decided, as everybody reads it in the log, without reasons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from engine.boards import Board
from engine.history import PositionRestored
from engine.logged_events import LoggedPositionRestored
from engine.model import ScoringLine
from games.logged_entries import LoggedEntry, PublicEntry, acting_seat, is_own_move_taken_back
from games.presentation.words.seat_changes import replaced, taken_over_by_the_table
from games.presentation.words.sentences import (
    Names,
    SeatDeed,
    SeatsDeed,
    Sentence,
    SentenceOfSeats,
    Statement,
    finish,
    introduce,
)
from games.presentation.words.vocabulary import LedgerLine, Words

OUT_OF_TIME: Final = Sentence(
    you=gettext_lazy("Your time ran out, so this was played"),
    name=gettext_lazy("%(name)s ran out of time, so this was played"),
)
OWN_MOVE_GONE: Final = Sentence(
    you=gettext_lazy("You took back your last move"),
    name=gettext_lazy("%(name)s took back their own last move"),
)
OWN_MOVE_AND_WHICH: Final = Sentence(
    you=gettext_lazy("You took back your last move"),
    name=gettext_lazy("%(name)s took this back"),
)
AGREED_TO_TAKE_BACK: Final = Sentence(
    you=gettext_lazy("You asked, and the table agreed: part of the game is taken back"),
    name=gettext_lazy("%(name)s asked, and the table agreed: part of the game is taken back"),
)
EXTENDED: Final = SentenceOfSeats(
    you=gettext_lazy("An admin gave you more time"),
    names=ngettext_lazy("An admin gave more time to %(names)s", "An admin gave more time to %(names)s", "n"),
    you_among_others=pgettext_lazy("to whom an admin gave more time, in a list", "you"),
)
SET_BACK: Final = SentenceOfSeats(
    you=gettext_lazy("An admin took back your extra time"),
    names=ngettext_lazy(
        "An admin took back the extra time of %(names)s", "An admin took back the extra time of %(names)s", "n"
    ),
    you_among_others=pgettext_lazy("whose extra time an admin took back, in a list", "you"),
)
EXTENDED_BY_THE_TABLE: Final = SentenceOfSeats(
    you=gettext_lazy("By agreement of the table, there is more time for you"),
    names=ngettext_lazy(
        "By agreement of the table, there is more time for %(names)s",
        "By agreement of the table, there is more time for %(names)s",
        "n",
    ),
    you_among_others=pgettext_lazy("for whom there is more time, in a list", "you"),
)
SET_BACK_BY_THE_TABLE: Final = SentenceOfSeats(
    you=gettext_lazy("By agreement of the table, your extra time is taken back"),
    names=ngettext_lazy(
        "By agreement of the table, the extra time of %(names)s is taken back",
        "By agreement of the table, the extra time of %(names)s is taken back",
        "n",
    ),
    you_among_others=pgettext_lazy("whose extra time the table took back, in a list", "you"),
)
MOVED_FOR: Final = Sentence(
    you=gettext_lazy("An admin moved for you"), name=gettext_lazy("An admin moved for %(name)s")
)
REMOVED: Final = Sentence(
    you=gettext_lazy("An admin removed you from the game"),
    name=gettext_lazy("An admin removed %(name)s from the game"),
)
REINSTATED: Final = Sentence(
    you=gettext_lazy("An admin put you back into the game"),
    name=gettext_lazy("An admin put %(name)s back into the game"),
)
CORRECTED: Final = Sentence(
    you=gettext_lazy("An admin corrected your points"),
    name=gettext_lazy("An admin corrected the points of %(name)s"),
)


@dataclass(frozen=True, slots=True)
class DecisionTold:
    """A decision in the words of one reader: a clause, what is said before and after it, and whether it leads to
    the facts of its entry.
    """

    clause: str
    leads_to_facts: bool = False
    first: str = ""
    after: str = ""

    @property
    def alone(self) -> str:
        """Return it as sentences by themselves."""
        return " ".join(filter(None, [self.first, finish(self.clause), self.after]))

    def before(self, facts: Sequence[object]) -> str:
        """Return it as the sentences that stand before those about facts, of which there may be none."""
        if not facts or not self.leads_to_facts:
            return self.alone
        return " ".join(filter(None, [self.first, introduce(self.clause)]))


Decide = Callable[[PublicEntry, Names, int | None], DecisionTold]


def ruling(entry: PublicEntry, names: Names, reader: int | None = None) -> DecisionTold:
    """Return the decision in an entry of kind "ruled", as the holder of a seat reads it (None: anyone).

    A kind of ruling without a sentence of its own gets a general one, since an older release may read a newer log.
    """
    if entry.get("rule") in _BY_RULE:
        return DecisionTold(str(_BY_RULE[entry["rule"]]))
    by_the_table = "agreed" in entry
    decide = (_BY_THE_TABLE if by_the_table else _RULINGS).get(entry["ruling"])
    general = _("The table decided") if by_the_table else _("An admin decided")
    decision = decide(entry, names, reader) if decide else DecisionTold(general, leads_to_facts=True)
    if "undoes" not in entry or is_own_move_taken_back(entry):
        return decision
    undone = _("The table undoes what it decided.") if by_the_table else _("An earlier ruling is undone.")
    return DecisionTold(decision.clause, decision.leads_to_facts, undone, decision.after)


_BY_RULE: Final[Mapping[str, Promise]] = {
    "season_over": gettext_lazy("The season is over, and so is the game, as announced from the start"),
    "round_over": gettext_lazy("The round of the cup is over, and so is the game, as announced from the start"),
}


def own_move_taken_back(entry: PublicEntry, move: str, names: Names, reader: int | None) -> str:
    """Tell what a player took back; `move` are the sentences that told it, as the reader reads them."""
    clause = SeatDeed(entry["agreed"][0], OWN_MOVE_AND_WHICH).speak(reader, names).clause
    return f"{introduce(clause)} {move}"


def out_of_time(entry: PublicEntry, names: Names, reader: int | None) -> str:
    """Return the sentence before what was played when time ran out."""
    return introduce(SeatDeed(acting_seat(entry), OUT_OF_TIME).speak(reader, names).clause)


def settled(entries: Sequence[LoggedEntry]) -> list[LoggedEntry]:
    """Leave out the moves that their players took back among these entries, and the taking back itself."""
    undone: set[int] = set()
    for taking_back in filter(is_own_move_taken_back, entries):
        gone = {entry["number"] for entry in entries if taking_back["as_of"] < entry["number"] <= taking_back["number"]}
        undone |= gone if len(gone) > 1 else set()
    return [entry for entry in entries if entry["number"] not in undone]


def _of_deadlines(sentence: SentenceOfSeats) -> Decide:
    """Return a function for a sentence about those whose deadlines an entry moves."""

    def decide(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
        seats = sorted({int(prompt.partition(".")[2]) for prompt in entry["deadlines"]})
        return DecisionTold(SeatsDeed(seats, sentence).speak(reader, names).clause)

    return decide


def _paused(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
    if entry["reasons"] == ["ruling"]:
        return DecisionTold(_("An admin paused the game: all clocks stand still"))
    return DecisionTold(_("The game is paused: all clocks stand still"))


def _resumed(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
    if entry["pauses"]:
        return DecisionTold(_("One reason for the pause is gone; others remain"))
    if entry["reasons"] == ["ruling"]:
        return DecisionTold(_("An admin let the game go on: the clocks run again, and nobody has lost time"))
    return DecisionTold(_("The game goes on: the clocks run again, and nobody has lost time"))


def _always(clause: Promise) -> Decide:
    """Return a function for a fixed clause about the whole game, which says all."""
    return lambda entry, names, reader: DecisionTold(str(clause))


def _before_facts(clause: Promise) -> Decide:
    """Return a function for a fixed clause about the whole game; the facts after it say more."""
    return lambda entry, names, reader: DecisionTold(str(clause), leads_to_facts=True)


def _of_seat(sentence: Sentence) -> Decide:
    """Return a function for a sentence about the entry's seat; the facts after it say more."""
    return lambda entry, names, reader: DecisionTold(
        SeatDeed(acting_seat(entry), sentence).speak(reader, names).clause, leads_to_facts=True
    )


def _taken_back(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
    """Return that an admin took part of the game back; or set it back to before a ruling, which may bring back what
    that ruling had taken back.
    """
    if "undoes" in entry:
        return DecisionTold(_("An admin set the game back to before that ruling"), leads_to_facts=True)
    return DecisionTold(_("An admin took back part of the game"), leads_to_facts=True)


def _replaced(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
    after = _("Its player had not moved in time.") if entry.get("idle") else ""
    return DecisionTold(replaced(entry, names, reader), after=after)


def _talk_opened(opened: Promise, closed: Promise) -> Decide:
    return lambda entry, names, reader: DecisionTold(str(opened if entry["is_open"] else closed))


_RULINGS: Final[Mapping[str, Decide]] = {
    "extended": _of_deadlines(EXTENDED),
    "set_back": _of_deadlines(SET_BACK),
    "paused": _paused,
    "resumed": _resumed,
    "taken_back": _taken_back,
    "moved_for": _of_seat(MOVED_FOR),
    "replaced": _replaced,
    "removed": _of_seat(REMOVED),
    "reinstated": _of_seat(REINSTATED),
    "ended": _before_facts(gettext_lazy("An admin ended the game")),
    "reopened": _before_facts(gettext_lazy("An admin resumed the game after its end")),
    "corrected": _of_seat(CORRECTED),
    "talk_opened": _talk_opened(
        gettext_lazy("An admin opened the talk to spectators"), gettext_lazy("An admin closed the talk to spectators")
    ),
}


def _taken_back_by_the_table(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
    """Return that the table took part of the game back, or that a player took back their own last move."""
    if is_own_move_taken_back(entry):
        return DecisionTold(SeatDeed(entry["agreed"][0], OWN_MOVE_GONE).speak(reader, names).clause)
    if "asked_by" in entry:
        clause = SeatDeed(entry["asked_by"], AGREED_TO_TAKE_BACK).speak(reader, names).clause
        return DecisionTold(clause, leads_to_facts=True)
    return DecisionTold(_("By agreement of the table, part of the game is taken back"), leads_to_facts=True)


def _replaced_by_the_table(entry: PublicEntry, names: Names, reader: int | None) -> DecisionTold:
    return DecisionTold(taken_over_by_the_table(entry, names, reader))


_BY_THE_TABLE: Final[Mapping[str, Decide]] = {
    "extended": _of_deadlines(EXTENDED_BY_THE_TABLE),
    "set_back": _of_deadlines(SET_BACK_BY_THE_TABLE),
    "paused": _always(gettext_lazy("By agreement of the table, the game is paused: all clocks stand still")),
    "resumed": _always(gettext_lazy("By agreement of the table, the game goes on, and nobody has lost time")),
    "taken_back": _taken_back_by_the_table,
    "replaced": _replaced_by_the_table,
    "ended": _before_facts(gettext_lazy("By agreement of the table, the game is over")),
    "reopened": _before_facts(gettext_lazy("By agreement of the table, the game goes on after its end")),
    "talk_opened": _talk_opened(
        gettext_lazy("By agreement of the table, spectators can read the talk and join in"),
        gettext_lazy("By agreement of the table, spectators no longer read the talk"),
    ),
}


def _position_restored(event: LoggedPositionRestored, board: Board) -> Statement:
    return Statement(_("The game is as it was before; what is marked as taken back no longer counts."))


def _scored_correction(line: ScoringLine, board: Board) -> str:
    return _("Correction by an admin")


def _correction(line: LedgerLine, board: Board) -> str:
    return _("a correction by an admin")


WORDS: Final = Words(
    sentences={PositionRestored.tag: _position_restored},
    reasons={"correction": _correction},
    scoring={"correction": _scored_correction},
    subjects={"correction": gettext_lazy("the entry of an admin's ruling")},
    refusals={
        "unknown_ruling": gettext_lazy("There is no such ruling."),
        "unknown_end": gettext_lazy("A game cannot end this way."),
        "no_such_entry": gettext_lazy("There is no entry {as_of} to go back to."),
        "nobody_away_like_this": gettext_lazy("Seats cannot be away like this: {away}."),
    },
)

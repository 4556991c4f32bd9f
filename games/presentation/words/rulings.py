"""Words for rulings: what an admin, or the table, decided, as everybody reads it in the log, without reasons."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.boards import Board
from engine.history import PositionRestored
from engine.logged_events import LoggedPositionRestored
from engine.model import ScoringLine
from engine.parts.market import CardDrawn, HandDealt, MarketFilled, MarketFlushed
from engine.parts.removed_tickets import FirstTicketsRemoved
from engine.parts.rounds import CardsDealt
from engine.parts.tickets import FirstTicketsDealt, FirstTicketsSettled, FirstTicketsShuffled, TicketsDrawn
from engine.parts.tunnels import TunnelEntered
from engine.parts.turns import GameEnded
from games.logged_entries import LoggedEntry, PublicEntry, acting_seat, is_own_move_taken_back
from games.presentation.words.colors import seat_color
from games.presentation.words.sentences import Names, SeatDeed, Sentence, Statement
from games.presentation.words.vocabulary import LedgerLine, Words

OUT_OF_TIME: Final = Sentence(
    you=gettext_lazy("Your time ran out, so this was played:"),
    name=gettext_lazy("%(name)s ran out of time, so this was played:"),
)


def ruling(entry: PublicEntry, names: Names, reader: int | None = None) -> str:
    """Return the sentence before the facts of an entry of kind "ruled", or the whole text if the entry has no facts;
    as the holder of a seat reads it (None: anyone).

    A kind of ruling without a sentence of its own gets a general one, since an older release may read a newer log.
    """
    if entry.get("rule") in _BY_RULE:
        return str(_BY_RULE[entry["rule"]])
    by_the_table = "agreed" in entry
    if is_own_move_taken_back(entry) and entry["agreed"] == [reader]:
        return _("You took back your last move.")
    tell = (_BY_THE_TABLE if by_the_table else _RULINGS).get(entry["ruling"])
    general = _("The table decided:") if by_the_table else _("An admin decided:")
    sentence = tell(entry, names) if tell else general
    if "undoes" not in entry:
        return sentence
    undone = _("The table undoes what it decided.") if by_the_table else _("An earlier ruling is undone.")
    return f"{undone} {sentence}"


_BY_RULE: Final[Mapping[str, Promise]] = {
    "season_over": gettext_lazy("The season is over, and so is the game, as announced from the start."),
    "round_over": gettext_lazy("The round of the cup is over, and so is the game, as announced from the start."),
}


def own_move_taken_back(entry: PublicEntry, move: str, names: Names, reader: int | None) -> str:
    """Tell what a player took back; `move` are the sentences that told it, as the reader reads them."""
    if entry["agreed"] == [reader]:
        return _("You took back your last move: %(move)s") % {"move": move}
    return _("%(name)s took this back: %(move)s") % {"name": names(entry["agreed"][0]), "move": move}


def out_of_time(entry: PublicEntry, names: Names, reader: int | None) -> str:
    """Return the sentence before what was played when time ran out."""
    return SeatDeed(acting_seat(entry), OUT_OF_TIME).speak(reader, names).clause


def settled(entries: Sequence[LoggedEntry]) -> list[LoggedEntry]:
    """Leave out the moves that their players took back among these entries, and the taking back itself."""
    undone: set[int] = set()
    for taking_back in filter(is_own_move_taken_back, entries):
        gone = {entry["number"] for entry in entries if taking_back["as_of"] < entry["number"] <= taking_back["number"]}
        undone |= gone if len(gone) > 1 else set()
    return [entry for entry in entries if entry["number"] not in undone]


def learned(name: str, fact: str, times: int, things: int) -> str:
    """Return what a seat has learned from play that is now taken back; `name` is "" for what everybody saw."""
    describe = _LEARNED.get(fact)
    if describe is None:
        return _("%(name)s: %(fact)s, %(n)d times") % {"name": name or _("Everybody"), "fact": fact, "n": times}
    return describe(name or _("everybody"), times, things)


def _extended(entry: PublicEntry, names: Names) -> str:
    return _("An admin gave more time to %(names)s.") % {"names": _whose_deadlines(entry, names)}


def _set_back(entry: PublicEntry, names: Names) -> str:
    return _("An admin took back the extra time of %(names)s.") % {"names": _whose_deadlines(entry, names)}


def _whose_deadlines(entry: PublicEntry, names: Names) -> str:
    seats = sorted({int(prompt.partition(".")[2]) for prompt in entry["deadlines"]})
    return ", ".join(names(seat) for seat in seats)


def _paused(entry: PublicEntry, names: Names) -> str:
    if entry["reasons"] == ["ruling"]:
        return _("An admin paused the game: all clocks stand still.")
    return _("The game is paused: all clocks stand still.")


def _resumed(entry: PublicEntry, names: Names) -> str:
    if entry["pauses"]:
        return _("One reason for the pause is gone; others remain.")
    if entry["reasons"] == ["ruling"]:
        return _("An admin let the game go on: the clocks run again, and nobody has lost time.")
    return _("The game goes on: the clocks run again, and nobody has lost time.")


def _always(sentence: Promise) -> Callable[[PublicEntry, Names], str]:
    """Return a function for a fixed sentence about the whole game; the facts after it say more."""
    return lambda entry, names: str(sentence)


def _of_seat(sentence: Promise) -> Callable[[PublicEntry, Names], str]:
    """Return a function that puts the name into a sentence."""
    return lambda entry, names: str(sentence) % {"name": names(acting_seat(entry))}


def _replaced(entry: PublicEntry, names: Names) -> str:
    """Return to whom an admin gave the seat. A stand-in is not named: another player may have the seat by now."""
    seat = acting_seat(entry)
    if entry.get("stand_in"):
        sentence = _("An admin let a stand-in take over the %(color)s seat.") % {"color": seat_color(seat)}
    else:
        sentence = _("An admin gave the %(color)s seat to %(name)s.") % {"name": names(seat), "color": seat_color(seat)}
    if entry.get("idle"):
        return f"{sentence} {_('Its player had not moved in time.')}"
    return sentence


def taken_over(entry: PublicEntry, names: Names, before: str = "") -> str:
    """Return who took over the seat, and whose it was (`before`) if that is a person. A stand-in is not named: another
    player may have the seat by now. Everybody knows the seat by its color.
    """
    name = _("A stand-in") if entry.get("stand_in") else names(acting_seat(entry))
    params = {"name": name, "color": seat_color(acting_seat(entry)), "before": before}
    if entry.get("came_back"):
        return _("%(name)s is back at the %(color)s seat.") % params
    if before and entry.get("stand_in"):
        return _("A stand-in has taken over the %(color)s seat, for %(before)s.") % params
    if before and not entry.get("rated"):
        return _("%(name)s has taken over the %(color)s seat from %(before)s.") % params
    if entry.get("rated"):
        return _("%(name)s has taken over the %(color)s seat, and is rated for it.") % params
    return _("%(name)s has taken over the %(color)s seat.") % params


def _talk_opened(opened: Promise, closed: Promise) -> Callable[[PublicEntry, Names], str]:
    return lambda entry, names: str(opened if entry["is_open"] else closed)


_RULINGS: Final[dict[str, Callable[[PublicEntry, Names], str]]] = {
    "extended": _extended,
    "set_back": _set_back,
    "paused": _paused,
    "resumed": _resumed,
    "taken_back": _always(gettext_lazy("An admin took back part of the game:")),
    "moved_for": _of_seat(gettext_lazy("An admin moved for %(name)s:")),
    "replaced": _replaced,
    "removed": _of_seat(gettext_lazy("An admin removed %(name)s from the game:")),
    "reinstated": _of_seat(gettext_lazy("An admin put %(name)s back into the game:")),
    "ended": _always(gettext_lazy("An admin ended the game:")),
    "reopened": _always(gettext_lazy("An admin resumed the game after its end:")),
    "corrected": _of_seat(gettext_lazy("An admin corrected the points of %(name)s:")),
    "talk_opened": _talk_opened(
        gettext_lazy("An admin opened the talk to spectators."), gettext_lazy("An admin closed the talk to spectators.")
    ),
}


def _extended_by_the_table(entry: PublicEntry, names: Names) -> str:
    return _("By agreement of the table, there is more time for %(names)s.") % {"names": _whose_deadlines(entry, names)}


def _set_back_by_the_table(entry: PublicEntry, names: Names) -> str:
    sentence = _("By agreement of the table, the extra time of %(names)s is taken back.")
    return sentence % {"names": _whose_deadlines(entry, names)}


def _taken_back_by_the_table(entry: PublicEntry, names: Names) -> str:
    """Return that the table took part of the game back, or that a player took back their own last move."""
    if is_own_move_taken_back(entry):
        return _("%(name)s took back their own last move.") % {"name": names(entry["agreed"][0])}
    if "asked_by" in entry:
        name = names(entry["asked_by"])
        return _("%(name)s asked, and the table agreed: part of the game is taken back:") % {"name": name}
    return _("By agreement of the table, part of the game is taken back:")


def _replaced_by_the_table(entry: PublicEntry, names: Names) -> str:
    return _("By agreement of the table: %(told)s") % {"told": taken_over(entry, names)}


_BY_THE_TABLE: Final[dict[str, Callable[[PublicEntry, Names], str]]] = {
    "extended": _extended_by_the_table,
    "set_back": _set_back_by_the_table,
    "paused": _always(gettext_lazy("By agreement of the table, the game is paused: all clocks stand still.")),
    "resumed": _always(gettext_lazy("By agreement of the table, the game goes on, and nobody has lost time.")),
    "taken_back": _taken_back_by_the_table,
    "replaced": _replaced_by_the_table,
    "ended": _always(gettext_lazy("By agreement of the table, the game is over:")),
    "reopened": _always(gettext_lazy("By agreement of the table, the game goes on after its end:")),
    "talk_opened": _talk_opened(
        gettext_lazy("By agreement of the table, spectators can read the talk and join in."),
        gettext_lazy("By agreement of the table, spectators no longer read the talk."),
    ),
}


def _drew_blind(name: str, times: int, things: int) -> str:
    sentence = ngettext("%(name)s drew %(n)d card blind", "%(name)s drew %(n)d cards blind", times)
    return sentence % {"name": name, "n": times}


def _saw_tickets(name: str, times: int, things: int) -> str:
    sentence = ngettext("%(name)s saw %(n)d ticket", "%(name)s saw %(n)d tickets", things)
    return sentence % {"name": name, "n": things}


def _saw_market(name: str, times: int, things: int) -> str:
    sentence = ngettext("%(name)s saw cards turned up once", "%(name)s saw cards turned up %(n)d times", times)
    return sentence % {"name": name, "n": times}


def _saw_tunnel(name: str, times: int, things: int) -> str:
    sentence = ngettext("%(name)s saw %(n)d card of a tunnel", "%(name)s saw %(n)d cards of a tunnel", things)
    return sentence % {"name": name, "n": things}


def _saw_how_many(name: str, times: int, things: int) -> str:
    return _("%(name)s saw how many first tickets each seat kept") % {"name": name}


def _saw_hand(name: str, times: int, things: int) -> str:
    sentence = ngettext("%(name)s was dealt %(n)d card", "%(name)s was dealt %(n)d cards", things)
    return sentence % {"name": name, "n": things}


def _saw_all_tickets(name: str, times: int, things: int) -> str:
    sentence = ngettext("%(name)s saw %(n)d of the seats' tickets", "%(name)s saw %(n)d of the seats' tickets", things)
    return sentence % {"name": name, "n": things}


def _saw_the_end(name: str, times: int, things: int) -> str:
    return _("%(name)s saw the end of the game") % {"name": name}


_LEARNED: Final[dict[str, Callable[[str, int, int], str]]] = {
    CardDrawn.tag: _drew_blind,
    TicketsDrawn.tag: _saw_tickets,
    FirstTicketsDealt.tag: _saw_tickets,
    MarketFilled.tag: _saw_market,
    MarketFlushed.tag: _saw_market,
    GameEnded.tag: _saw_the_end,
    FirstTicketsSettled.tag: _saw_how_many,
    FirstTicketsShuffled.tag: _saw_how_many,
    FirstTicketsRemoved.tag: _saw_how_many,
    TunnelEntered.tag: _saw_tunnel,
    HandDealt.tag: _saw_hand,
    CardsDealt.tag: _saw_hand,
    "tickets_shown": _saw_all_tickets,
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

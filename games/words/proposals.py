"""Words for proposals: what is proposed, and what it would change, as everyone at the table reads it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.words.rulings import learned
from games.words.vocabulary import Names

Order = Mapping[str, Any]
RUNNING: Final = "running"


def wanted(order: Order, undoes: int | None, names: Names) -> str:
    """What is proposed, behind "to": "end the game now, by the points so far"."""
    if undoes is not None:
        return _("undo what the table decided in entry %(entry)d") % {"entry": undoes}
    return _WANTED[order["kind"]](order, names)


def proposed(name: str, order: Order, undoes: int | None, names: Names) -> str:
    """A sentence: who proposes what."""
    return _("%(name)s proposes to %(wanted)s.") % {"name": name, "wanted": wanted(order, undoes, names)}


def numbers(entries: Sequence[int]) -> str:
    """Entries in words: "42", or "42 to 44"."""
    if len(entries) == 1:
        return str(entries[0])
    return _("%(first)d to %(last)d") % {"first": entries[0], "last": entries[-1]}


def changes(preview: Any, names: Names, told: Callable[[Sequence[int]], str]) -> Iterator[str]:
    """What would change, a sentence each, of a `games.agreements.previewing.TablePreview`.

    `told` gives what entries tell their reader, or "".
    """
    if preview.status[0] != preview.status[1]:
        yield _("The game goes on then.") if preview.status[1] == RUNNING else _("The game is over then.")
    if preview.taken_back:
        yield _taken(preview.taken_back) + _quoted(told(preview.taken_back))
    if preview.brought_back:
        yield _brought(preview.brought_back) + _quoted(told(preview.brought_back))
    seen = [learned("" if one.seat is None else names(one.seat), *one[1:]) for one in preview.learned]
    if seen:
        yield _("What was seen since then stays known: %(seen)s.") % {"seen": "; ".join(seen)}
    if asked := sorted({names(seat) for seat, _kind in preview.asked}):
        yield _("Asked again then: %(names)s.") % {"names": ", ".join(asked)}
    for seat, before, after in preview.points:
        points = {"name": names(seat), "before": before, "after": after}
        yield _("%(name)s has %(after)d points then, and not %(before)d.") % points


def _taken(entries: Sequence[int]) -> str:
    told = ngettext("Entry %(which)s no longer counts", "Entries %(which)s no longer count", len(entries))
    return told % {"which": numbers(entries)}


def _brought(entries: Sequence[int]) -> str:
    told = ngettext("Entry %(which)s counts again", "Entries %(which)s count again", len(entries))
    return told % {"which": numbers(entries)}


def _quoted(told: str) -> str:
    return f": {told}" if told else "."


def _taken_back(order: Order, names: Names) -> str:
    return _("take back everything after entry %(as_of)d") % {"as_of": order["as_of"]}


def _extended(order: Order, names: Names) -> str:
    told = ngettext("give %(name)s %(hours)d hour more", "give %(name)s %(hours)d hours more", order["hours"])
    seat = (order["prompt"] or "").partition(".")[2]
    return told % {"name": names(int(seat)) if seat else _("everyone who is asked now"), "hours": order["hours"]}


def _paused(order: Order, names: Names) -> str:
    return _("pause the game until one of you wants to go on, for 60 days at most")


def _replaced(order: Order, names: Names) -> str:
    return _("let a stand-in play for %(name)s") % {"name": names(order["seat"])}


def _ended(order: Order, names: Names) -> str:
    if order["how"] == "void":
        return _("end the game now, without a result")
    return _("end the game now, by the points so far")


def _talk_opened(order: Order, names: Names) -> str:
    if order["is_open"]:
        return _("let spectators read the talk and join in")
    return _("close the talk to spectators")


_WANTED: Final[dict[str, Callable[[Order, Names], str]]] = {
    "taken_back": _taken_back,
    "extended": _extended,
    "paused": _paused,
    "replaced": _replaced,
    "ended": _ended,
    "talk_opened": _talk_opened,
}

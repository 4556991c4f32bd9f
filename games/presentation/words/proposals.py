"""Words for proposals: their content and their effects, as everyone at the table reads them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.codec import Json
from games.presentation.words.lists import all_of
from games.presentation.words.rulings import learned
from games.presentation.words.sentences import Names

Order = Json
RUNNING: Final = "running"


def wanted(order: Order, undoes: int | None, names: Names) -> str:
    """Return what is proposed, in a form that follows "to": "end the game now, by the points so far"."""
    if undoes is not None:
        return _("undo an earlier decision of the table")
    return _WANTED[order["kind"]](order, names)


def proposed(name: str, order: Order, undoes: int | None, names: Names) -> str:
    """Return a sentence that says who proposes what."""
    return _("%(name)s proposes to %(wanted)s.") % {"name": name, "wanted": wanted(order, undoes, names)}


def tell_outcome(state: str, declined: Sequence[str]) -> str:
    """Return how a proposal in this `games.models.Proposal.State` ended, with the names of those who declined it."""
    if state == "declined" and declined:
        return _("declined by %(names)s") % {"names": all_of(declined)}
    return str(_OUTCOMES[state])


class Changes(Protocol):
    """What a proposal would change, as `games.table.agreements.proposal_preview.TablePreview` has it."""

    @property
    def status(self) -> tuple[str, str]: ...

    @property
    def taken_back(self) -> Sequence[int]: ...

    @property
    def brought_back(self) -> Sequence[int]: ...

    @property
    def learned(self) -> Sequence[tuple[int | None, str, int, int]]: ...

    @property
    def asked(self) -> Sequence[tuple[int, str]]: ...

    @property
    def points(self) -> Sequence[tuple[int, int, int]]: ...


def changes(preview: Changes, names: Names, describe: Callable[[Sequence[int]], str]) -> Iterator[str]:
    """Yield a sentence for each change.

    `describe` returns the reader's sentences of the log about entries, or "".
    """
    if preview.status[0] != preview.status[1]:
        yield _("The game goes on then.") if preview.status[1] == RUNNING else _("The game is over then.")
    if taken_back := describe(preview.taken_back):
        yield _("This no longer counts: %(entries)s") % {"entries": taken_back}
    if brought_back := describe(preview.brought_back):
        yield _("This counts again: %(entries)s") % {"entries": brought_back}
    disclosures = [
        learned("" if seat is None else names(seat), fact, times, things)
        for seat, fact, times, things in preview.learned
    ]
    if disclosures:
        yield _("What was seen since then stays known: %(seen)s.") % {"seen": "; ".join(disclosures)}
    if names_asked := sorted({names(seat) for seat, _kind in preview.asked}):
        yield _("Asked again then: %(names)s.") % {"names": ", ".join(names_asked)}
    for seat, before, after in preview.points:
        points = {"name": names(seat), "before": before, "after": after}
        yield _("%(name)s has %(after)d points then, and not %(before)d.") % points


def _taken_back(order: Order, names: Names) -> str:
    return _("take back the latest moves")


def _extended(order: Order, names: Names) -> str:
    seat = (order["prompt"] or "").partition(".")[2]
    name = names(int(seat)) if seat else _("everyone who is asked now")
    days, rest = divmod(order["hours"], 24)
    if days and not rest:
        return ngettext("give %(name)s %(n)d day more", "give %(name)s %(n)d days more", days) % {
            "name": name,
            "n": days,
        }
    sentence = ngettext("give %(name)s %(hours)d hour more", "give %(name)s %(hours)d hours more", order["hours"])
    return sentence % {"name": name, "hours": order["hours"]}


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


_OUTCOMES: Final = {
    "open": "",
    "agreed": gettext_lazy("agreed"),
    "declined": gettext_lazy("declined"),
    "withdrawn": gettext_lazy("withdrawn"),
    "overtaken": gettext_lazy("over, since the game went on"),
    "expired": gettext_lazy("not answered in time"),
}

_WANTED: Final[dict[str, Callable[[Order, Names], str]]] = {
    "taken_back": _taken_back,
    "extended": _extended,
    "paused": _paused,
    "replaced": _replaced,
    "ended": _ended,
    "talk_opened": _talk_opened,
}

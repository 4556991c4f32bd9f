"""Words for proposals: how they ended, and what they would change, as one reader at the table reads it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from games.presentation.words.disclosures import Disclosure, learned
from games.presentation.words.lists import all_of, listed_with_commas
from games.presentation.words.sentences import Names, SeatDeed, SeatsDeed, Sentence, SentenceOfSeats

RUNNING: Final = "running"
ASKED_AGAIN: Final = SentenceOfSeats(
    you=gettext_lazy("You are asked again then."),
    names=ngettext_lazy("Asked again then: %(names)s.", "Asked again then: %(names)s.", "n"),
    you_among_others=pgettext_lazy("who is asked again, in a list", "you"),
)
POINTS: Final = Sentence(
    you=ngettext_lazy("You: %(before)d → %(after)d point", "You: %(before)d → %(after)d points", "after"),
    name=ngettext_lazy("%(name)s: %(before)d → %(after)d point", "%(name)s: %(before)d → %(after)d points", "after"),
)


def tell_outcome(state: str, declined: Sequence[str]) -> str:
    """Return how a proposal in this `games.models.Proposal.State` ended, with the names of those who declined it."""
    if state == "declined" and declined:
        return _("declined by %(names)s") % {"names": all_of(declined)}
    return str(_OUTCOMES[state])


def tell_end(state: str, declined: Sequence[str]) -> str:
    """Return the same in a sentence."""
    if state == "declined" and declined:
        return _("Declined by %(names)s.") % {"names": all_of(declined)}
    return str(_ENDS[state])


class Changes(Protocol):
    """What a proposal would change, as `games.table.agreements.proposal_preview.TablePreview` has it."""

    @property
    def status(self) -> tuple[str, str]: ...

    @property
    def taken_back(self) -> Sequence[int]: ...

    @property
    def brought_back(self) -> Sequence[int]: ...

    @property
    def learned(self) -> Sequence[Disclosure]: ...

    @property
    def asked(self) -> Sequence[tuple[int, str]]: ...

    @property
    def points(self) -> Sequence[tuple[int, int, int]]: ...


def changes(
    preview: Changes, names: Names, describe: Callable[[Sequence[int]], str], reader: int | None
) -> Iterator[str]:
    """Yield a sentence for each change, as the holder of a seat reads it (None: anyone).

    `describe` returns the reader's sentences of the log about entries, or "".
    """
    if preview.status[0] != preview.status[1]:
        yield _("The game goes on then.") if preview.status[1] == RUNNING else _("The game is over then.")
    if taken_back := describe(preview.taken_back):
        yield _("This no longer counts: %(entries)s") % {"entries": taken_back}
    if brought_back := describe(preview.brought_back):
        yield _("This counts again: %(entries)s") % {"entries": brought_back}
    if disclosures := [learned(disclosure, names, reader) for disclosure in preview.learned]:
        yield _("What was seen since then stays known: %(seen)s.") % {"seen": listed_with_commas(disclosures)}
    if seats := sorted({seat for seat, _kind in preview.asked}):
        yield SeatsDeed(seats, ASKED_AGAIN).speak(reader, names).clause
    for seat, before, after in preview.points:
        yield SeatDeed(seat, POINTS, {"before": before, "after": after}).speak(reader, names).clause


_OUTCOMES: Final = {
    "open": "",
    "agreed": pgettext_lazy("a proposal was", "agreed"),
    "declined": pgettext_lazy("a proposal was", "declined"),
    "withdrawn": pgettext_lazy("a proposal was", "withdrawn"),
    "overtaken": pgettext_lazy("a proposal was", "over, since the game went on"),
    "expired": pgettext_lazy("a proposal was", "not answered in time"),
}
_ENDS: Final = {
    "open": "",
    "agreed": pgettext_lazy("of a proposal", "Agreed."),
    "declined": pgettext_lazy("of a proposal", "Declined."),
    "withdrawn": pgettext_lazy("of a proposal", "Withdrawn."),
    "overtaken": pgettext_lazy("of a proposal", "Over, since the game went on."),
    "expired": pgettext_lazy("of a proposal", "Not answered in time."),
}

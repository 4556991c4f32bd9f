"""What is proposed at the table, as its page shows it: who proposes what, who has answered, whom it waits for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from games import store, words
from games.agreements import own_move, previewing, selectors
from games.agreements.previewing import TablePreview
from games.agreements.selectors import Answers
from games.errors import Refused
from games.kinds import EntryKind
from games.models import Proposal
from games.refusals import explained
from games.web.table import clock, news
from games.web.table.sight import Sight

MOST: Final = 20
"""Of those that are closed."""
MOST_TOLD: Final = 6
"""Of the entries that something would take back."""
LOOKED_AT: Final = 40
"""Entries, from the first of those: more than are told."""


@dataclass(frozen=True)
class ShownProposal:
    """A proposal. `asks`: the viewer could answer and has not; `own`: the viewer proposed it.

    `until` is None once it is closed; `then` says what became of it.
    """

    id: str
    told: str
    own: bool
    asks: bool
    agreed: Sequence[str]
    waiting: Sequence[str]
    until: str
    then: str


@dataclass(frozen=True)
class ShownAgreements:
    """What the table's page shows: open proposals, the viewer's to answer first, and the viewer's last move."""

    proposals: Sequence[ShownProposal]
    last_move: int | None

    @property
    def asks(self) -> Sequence[ShownProposal]:
        """Those that the viewer could answer and has not."""
        return [proposal for proposal in self.proposals if proposal.asks]


def shown_agreements(sight: Sight) -> ShownAgreements | None:
    """For those who sit there; costs no statement where nothing is proposed and the viewer has not moved last."""
    if sight.seat is None:
        return None
    proposals = [] if sight.game.practice else open_ones(sight)
    return ShownAgreements(proposals, last_move(sight))


def open_ones(sight: Sight) -> list[ShownProposal]:
    """What waits for the table; what asks the viewer first."""
    found = selectors.open_ones(sight.game, list(sight.seats), list(sight.turns), sight.now)
    return sorted((_shown(sight, one) for one in found), key=lambda one: not one.asks)


def closed_ones(sight: Sight) -> list[ShownProposal]:
    """What was proposed before, the newest first."""
    rows = selectors.of_game(sight.game).exclude(state=Proposal.State.OPEN)[:MOST]
    found = selectors.standings(rows, sight.game, list(sight.seats), list(sight.turns), sight.now)
    return [_shown(sight, one) for one in found]


def last_move(sight: Sight) -> int | None:
    """The viewer's own last move, if it could be taken back now."""
    entries = [entry for entry in sight.entries if entry["kind"] != EntryKind.CLOCK]
    if not entries or entries[-1]["kind"] != EntryKind.MOVE or entries[-1]["seat"] != sight.seat:
        return None
    return own_move.last_move(sight.game, sight.seat, sight.now)


def preview(sight: Sight, proposal_id: str) -> list[str]:
    """What an open proposal would change, in sentences; or why it no longer can be done."""
    proposal = selectors.of_game(sight.game).get(pk=proposal_id)
    try:
        return changes(sight, previewing.preview(proposal, sight.game, sight.now))
    except Refused as refusal:
        return [_("It can no longer be done: %(why)s.") % {"why": explained(refusal).title}]


def changes(sight: Sight, shown: TablePreview) -> list[str]:
    """What something would change, in sentences."""
    return list(words.changes(shown, sight.name, partial(_what_entries_tell, sight)))


def _what_entries_tell(sight: Sight, entries: Sequence[int]) -> str:
    """What the first of these entries tell the viewer."""
    if not entries:
        return ""
    log = store.log_for(sight.game, sight.seat, min(entries) - 1, LOOKED_AT)
    told = [line.text for line in news.lines(sight, [one for one in log if one["number"] in entries])][::-1]
    return " ".join(told[:MOST_TOLD] + ["…"] * (len(told) > MOST_TOLD))


def _shown(sight: Sight, answers: Answers) -> ShownProposal:
    proposal = answers.proposal
    is_open = proposal.state == Proposal.State.OPEN
    own = sight.player is not None and proposal.by_id == sight.player.pk
    return ShownProposal(
        id=proposal.pk,
        told=words.proposed(sight.name(proposal.seat), proposal.asked, proposal.undoes, sight.name),
        own=own,
        asks=sight.seat is not None and answers.asks(sight.seat),
        agreed=[sight.you_or_name(seat) for seat in answers.agreed],
        waiting=[sight.you_or_name(seat) for seat in answers.waiting],
        until=clock.day_and_time(proposal.closes_at, sight.now, sight.zone) if is_open else "",
        then="" if is_open else str(proposal.get_state_display()),
    )

"""The table's proposals as shown on its page: who proposes what, who has answered, whose answer is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from engine.codec import Json
from games.errors import Refused
from games.kinds import EntryKind
from games.models import Proposal
from games.presentation import words
from games.refusals import explained
from games.table import store
from games.table.agreements import orders, own_move, proposal_preview, selectors
from games.table.agreements.proposal_preview import TablePreview
from games.table.agreements.selectors import Answers
from games.table.rulings.commands import read
from games.web.table import clock, news
from games.web.table.sight import Sight

MOST: Final = 20
"""How many closed proposals are shown."""
MOST_TOLD: Final = 6
"""How many of the entries that would be taken back are described."""
LOOKED_AT: Final = 40
"""How many entries are read, from the first that would be taken back; some of them have no description."""


@dataclass(frozen=True)
class ShownProposal:
    """A proposal as shown on its page. `asks`: the viewer can answer and has not; `own`: the viewer proposed it.

    `until` is "" once it is closed; `then` says how it ended, and `ended` says so in a sentence. `ends_with_move`: any
    move at the table ends it.
    """

    id: str
    sentence: str
    own: bool
    asks: bool
    agreed: Sequence[str]
    waiting: Sequence[str]
    until: str
    then: str
    ended: str
    ends_with_move: bool


@dataclass(frozen=True)
class ShownAgreements:
    """The table's section of agreements: open proposals, the viewer's to answer first, and the viewer's last move.

    `can_resume`: the table has ended the game, and can undo that.
    """

    proposals: Sequence[ShownProposal]
    last_move: int | None
    can_resume: bool

    @property
    def asks(self) -> Sequence[ShownProposal]:
        """Return the proposals that the viewer can answer and has not."""
        return [proposal for proposal in self.proposals if proposal.asks]

    @property
    def answered(self) -> Sequence[ShownProposal]:
        """Return the proposals that the viewer made or has answered, and that the viewer's own move would end."""
        return [proposal for proposal in self.proposals if proposal.ends_with_move and not proposal.asks]


def shown_agreements(sight: Sight) -> ShownAgreements | None:
    """Return the table's section of agreements for a player with a seat; None for anyone else.

    It needs no query if nothing is proposed and the viewer has not moved last.
    """
    if sight.seat is None:
        return None
    proposals = [] if sight.game.practice else open_ones(sight)
    return ShownAgreements(proposals, last_move(sight), can_resume=not sight.running and _has_ended_itself(sight))


def _has_ended_itself(sight: Sight) -> bool:
    ended = [entry for entry in sight.entries if any(event["type"] == "game_ended" for event in entry["events"])]
    return bool(ended) and "agreed" in ended[-1]


def open_ones(sight: Sight) -> list[ShownProposal]:
    """Return the open proposals, those that the viewer has to answer first."""
    all_answers = selectors.open_ones(sight.game, list(sight.seats), list(sight.turns), sight.now)
    return sorted((_build_shown(sight, answers) for answers in all_answers), key=lambda proposal: not proposal.asks)


def closed_ones(sight: Sight) -> list[ShownProposal]:
    """Return the closed proposals, newest first."""
    rows = selectors.of_game(sight.game).exclude(state=Proposal.State.OPEN)[:MOST]
    all_answers = selectors.standings(rows, sight.game, list(sight.seats), list(sight.turns), sight.now)
    return [_build_shown(sight, answers) for answers in all_answers]


def last_move(sight: Sight) -> int | None:
    """Return the entry of the viewer's own last move, if it can be taken back now."""
    entries = [entry for entry in sight.entries if entry["kind"] != EntryKind.CLOCK]
    last = entries[-1] if entries else None
    is_own_move = last is not None and last["kind"] == EntryKind.MOVE and last["seat"] == sight.seat
    if last is None or not (is_own_move or own_move.takes_back_own(last, sight.seat)):
        return None
    return own_move.last_move(sight.game, sight.seat, sight.now)


def preview(sight: Sight, proposal_id: str) -> list[str]:
    """Describe the effects of an open proposal in sentences; or why it can no longer be carried out."""
    proposal = selectors.of_game(sight.game).get(pk=proposal_id)
    try:
        return changes(sight, proposal_preview.preview(proposal, sight.game, sight.now))
    except Refused as refusal:
        return [_("It can no longer be done: %(why)s") % {"why": explained(refusal).heading}]


def changes(sight: Sight, table_preview: TablePreview) -> list[str]:
    """Describe the effects of a proposal in sentences."""
    return list(words.changes(table_preview, sight.name, partial(_tell_entries, sight), sight.seat))


def tell_proposed(sight: Sight, order: Json, undoes: int | None) -> str:
    """Return the sentence about what the viewer, who has a seat, may propose."""
    assert sight.seat is not None
    return words.proposed(sight.seat, order, undoes, sight.name, sight.seat)


def _tell_entries(sight: Sight, entries: Sequence[int]) -> str:
    """Describe the first of these entries as the viewer may know them."""
    if not entries:
        return ""
    log = store.log_for(sight.game, sight.seat, min(entries) - 1, LOOKED_AT)
    sentences = [line.text for line in news.lines(sight, [entry for entry in log if entry["number"] in entries])][::-1]
    return " ".join(sentences[:MOST_TOLD] + ["…"] * (len(sentences) > MOST_TOLD))


def _build_shown(sight: Sight, answers: Answers) -> ShownProposal:
    proposal = answers.proposal
    is_open = proposal.state == Proposal.State.OPEN
    own = sight.player is not None and proposal.by_id == sight.player.pk
    declined = [sight.you_or_name(seat) for seat in answers.declined]
    return ShownProposal(
        id=proposal.pk,
        sentence=words.proposed(proposal.seat, proposal.asked, proposal.undoes, sight.name, sight.seat),
        own=own,
        asks=sight.seat is not None and answers.asks(sight.seat),
        agreed=[sight.you_or_name(seat) for seat in answers.agreed],
        waiting=[sight.you_or_name(seat) for seat in answers.waiting],
        until=clock.day_and_time(proposal.closes_at, sight.now, sight.zone) if is_open else "",
        then="" if is_open else words.tell_outcome(proposal.state, declined),
        ended="" if is_open else words.tell_end(proposal.state, declined),
        ends_with_move=is_open and orders.is_about_the_position(read(proposal.asked)),
    )

"""What an admin may do about a game after having seen what it would change, as values: order, undo, answer a proposal.

Each knows its preview and how it is done, and how to tell afterwards that it has been done (`mine`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.http import HttpRequest

from games.admin.desk_access import words
from games.errors import Unprocessable
from games.models import Dispute, Game, Player, Ruling
from games.table import rulings

MOST_DIGITS: Final = 9
"""Digits of the longest number of an entry."""


@dataclass(frozen=True)
class Submission:
    """What the preview's form sends: after which entry it was shown, and the words for players and for admins."""

    head: int
    text: str
    note: str

    @classmethod
    def from_request(cls, request: HttpRequest) -> "Submission":
        """Read what the form sent. Raise Unprocessable if the form cannot have sent it."""
        head = request.POST.get("head", "")
        if not head.isdecimal() or len(head) > MOST_DIGITS:
            raise Unprocessable("malformed_ruling", fields=["head"])
        return cls(int(head), words(request, "text"), words(request, "note"))


@dataclass(frozen=True)
class Deed:
    """An action that an admin may take about a game."""

    game: Game

    @property
    def mine(self) -> Q:
        """Select the rulings that are this very deed, once it is done."""
        raise NotImplementedError

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        """Return what the deed would change. Raise what `do` would raise."""
        raise NotImplementedError

    def do(self, submission: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        """Do it, in answer to a dispute or to none. Raise a refusal where that is impossible; nothing changes then."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ordered(Deed):
    """Giving an order."""

    order: rulings.Order

    @property
    def mine(self) -> Q:
        return Q(kind=self.order.kind)

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        return rulings.preview(admin=admin, game_id=self.game.pk, order=self.order, now=now)

    def do(self, submission: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        return rulings.rule(
            admin=admin,
            game_id=self.game.pk,
            order=self.order,
            now=now,
            text=submission.text,
            note=submission.note,
            dispute=dispute,
        )


@dataclass(frozen=True)
class Undone(Deed):
    """Undoing the ruling that is this entry."""

    entry: int

    @property
    def mine(self) -> Q:
        return Q(undoes=self.entry)

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        return rulings.preview_undo(admin=admin, game_id=self.game.pk, entry=self.entry, now=now)

    def do(self, submission: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        return rulings.undo(
            admin=admin,
            game_id=self.game.pk,
            entry=self.entry,
            now=now,
            text=submission.text,
            note=submission.note,
            dispute=dispute,
        )


@dataclass(frozen=True)
class Answered(Deed):
    """Confirming another admin's proposal, or withdrawing it (`withdraws`)."""

    proposal: Ruling
    withdraws: bool

    @property
    def mine(self) -> Q:
        return Q(pk=self.proposal.pk)

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        order, undoes = rulings.read(self.proposal.asked), self.proposal.undoes
        return rulings.preview(admin=admin, game_id=self.game.pk, order=order, now=now, undoes=undoes)

    def do(self, submission: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        decide = rulings.withdraw if self.withdraws else rulings.confirm
        return decide(admin=admin, ruling_id=self.proposal.pk, now=now)

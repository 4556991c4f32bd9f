"""An admin's actions about a game, to be previewed and then carried out: ordering, undoing, answering a proposal.

Each can preview itself, carry itself out, and recognize the ruling that it became (`mine`).
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
"""Digits of the highest entry number."""


@dataclass(frozen=True)
class Submission:
    """The data of the preview's form: the last entry when it was shown, and the words for players and for admins."""

    head: int
    text: str
    note: str

    @classmethod
    def from_request(cls, request: HttpRequest) -> "Submission":
        """Read the form. Raise Unprocessable for data that the form cannot have sent."""
        head = request.POST.get("head", "")
        if not head.isdecimal() or len(head) > MOST_DIGITS:
            raise Unprocessable("malformed_ruling", fields=["head"])
        return cls(int(head), words(request, "text"), words(request, "note"))


@dataclass(frozen=True)
class Deed:
    """An action that an admin can take about a game."""

    game: Game

    @property
    def mine(self) -> Q:
        """Return a condition for the rulings that this action became once it was carried out."""
        raise NotImplementedError

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        """Return what the action would change. Raise what `do` would raise."""
        raise NotImplementedError

    def do(self, submission: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        """Carry the action out, for a dispute if given. Raise a refusal, without effects, if that is impossible."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ordered(Deed):
    """An order to give."""

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
    """The undoing of the ruling with this entry number."""

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
    """The confirmation of another admin's proposal, or the withdrawal of a proposal (`withdraws`)."""

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

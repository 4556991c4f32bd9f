"""What an admin may do about a game after having seen what it would change, as values: order, undo, answer a proposal.

Each knows its preview and how it is done, and how to tell afterwards that it has been done (`mine`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.http import HttpRequest

from games import rulings
from games.admin.acting import words
from games.errors import Unprocessable
from games.models import Dispute, Game, Player, Ruling

MOST_DIGITS: Final = 9
"""No log has a longer number."""


@dataclass(frozen=True)
class Submission:
    """What the preview's form sends: after which entry it was shown, what the players and what admins read."""

    head: int
    text: str
    note: str

    @classmethod
    def from_request(cls, request: HttpRequest) -> "Submission":
        """As it was sent. Raises Unprocessable where it cannot have come from the form."""
        head = request.POST.get("head", "")
        if not head.isdecimal() or len(head) > MOST_DIGITS:
            raise Unprocessable("malformed_ruling", fields=["head"])
        return cls(int(head), words(request, "text"), words(request, "note"))


@dataclass(frozen=True)
class Deed:
    """Something to do about this game."""

    game: Game

    @property
    def mine(self) -> Q:
        """The rulings that are this deed, done."""
        raise NotImplementedError

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        """What it would change. Raises what `do` would raise."""
        raise NotImplementedError

    def do(self, asked: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        """Do it, in answer to a dispute or to none. Raises a refusal; then nothing has changed."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ordered(Deed):
    """An order is given."""

    order: rulings.Order

    @property
    def mine(self) -> Q:
        return Q(kind=self.order.kind)

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        return rulings.preview(admin=admin, game_id=self.game.pk, order=self.order, now=now)

    def do(self, asked: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        return rulings.rule(
            admin=admin,
            game_id=self.game.pk,
            order=self.order,
            now=now,
            text=asked.text,
            note=asked.note,
            dispute=dispute,
        )


@dataclass(frozen=True)
class Undone(Deed):
    """The ruling that is this entry is undone."""

    entry: int

    @property
    def mine(self) -> Q:
        return Q(undoes=self.entry)

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        return rulings.preview_undo(admin=admin, game_id=self.game.pk, entry=self.entry, now=now)

    def do(self, asked: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        return rulings.undo(
            admin=admin,
            game_id=self.game.pk,
            entry=self.entry,
            now=now,
            text=asked.text,
            note=asked.note,
            dispute=dispute,
        )


@dataclass(frozen=True)
class Answered(Deed):
    """Another admin's proposal is confirmed, or withdrawn (`withdraws`)."""

    proposal: Ruling
    withdraws: bool

    @property
    def mine(self) -> Q:
        return Q(pk=self.proposal.pk)

    def preview(self, admin: Player, now: datetime) -> rulings.Preview:
        order, undoes = rulings.read(self.proposal.asked), self.proposal.undoes
        return rulings.preview(admin=admin, game_id=self.game.pk, order=order, now=now, undoes=undoes)

    def do(self, asked: Submission, admin: Player, dispute: Dispute | None, now: datetime) -> Ruling:
        decide = rulings.withdraw if self.withdraws else rulings.confirm
        return decide(admin=admin, ruling_id=self.proposal.pk, now=now)

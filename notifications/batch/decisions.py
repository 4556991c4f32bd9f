"""What was asked of admins or of the table, and decided, in the games of a batch of emails."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property

from games.models import Dispute, DisputeComment, Proposal, Ruling
from games.people import audit
from notifications.models import Notification


class Decisions:
    """The rows of disputes, rulings and proposals, each read when it is first asked for."""

    def __init__(self, told: Sequence[Notification], game_ids: Collection[str]) -> None:
        self._told = told
        self._game_ids = game_ids

    @cached_property
    def disputes(self) -> dict[str, Dispute]:
        """The disputes that the emails are about, with the players who opened them."""
        ids = {notification.dispute_id for notification in self._told if notification.dispute_id is not None}
        return Dispute.objects.select_related("opened_by").in_bulk(list(ids)) if ids else {}

    @cached_property
    def proposals(self) -> dict[str, Proposal]:
        """The proposals that the emails are about, with their votes."""
        ids = {notification.proposal_id for notification in self._told if notification.proposal_id is not None}
        return Proposal.objects.select_related("by").prefetch_related("votes__player").in_bulk(list(ids)) if ids else {}

    @cached_property
    def comments(self) -> dict[int, DisputeComment]:
        """The comments on disputes that the emails are about."""
        ids = {notification.comment_id for notification in self._told if notification.comment_id is not None}
        return DisputeComment.objects.select_related("by").in_bulk(list(ids)) if ids else {}

    @cached_property
    def rulings(self) -> dict[tuple[str, int], Ruling]:
        """The rulings on these games that the emails are about, by game and entry."""
        entries = {notification.entry for notification in self._told}
        rows = Ruling.objects.filter(game__in=self._game_ids, entry__in=entries)
        return {(row.game_id, row.entry): row for row in rows if row.entry is not None}

    @cached_property
    def secrets_opened(self) -> dict[str, list[datetime]]:
        """When admins opened the secrets of games that are over."""
        by_game: defaultdict[str, list[datetime]] = defaultdict(list)
        for game, at in audit.secrets_opened(self._game_ids):
            by_game[game].append(at)
        return by_game

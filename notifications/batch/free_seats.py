"""The seats to which the readers of a batch of emails are asked."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Final

from django.db.models import Exists, F, OuterRef, Q

from games.models import Block, ClubMember, Entry, Friend, Game, Invitation, Player, Seat, SeatOffer

IS_OPEN_TO_PLAYER: Final = ~Q(game__access=Game.Access.CLUB) | Exists(
    ClubMember.objects.filter(club=OuterRef("game__club"), player=OuterRef("player"), state=ClubMember.State.MEMBER)
)
"""The condition that the game of an invitation or offer is for no club, or its player is in the club."""


class FreeSeats:
    """Invitations and offers in these games, read when they are first asked for."""

    def __init__(self, game_ids: Collection[str]) -> None:
        self._game_ids = game_ids

    @cached_property
    def invitations(self) -> set[tuple[str, str]]:
        """Unanswered invitations, by game and player, except from blocked players."""
        return {(row.game_id, row.player_id) for row in self._of_open_tables if row.answered_at is None}

    @cached_property
    def declined(self) -> set[tuple[str, str]]:
        """Invitations whose players have answered and have no seat, by game and player: they can still join."""
        answered = {(row.game_id, row.player_id) for row in self._of_open_tables if row.answered_at is not None}
        return answered - set(Seat.objects.filter(game__in=self._game_ids).values_list("game_id", "player_id"))

    @cached_property
    def from_acquaintances(self) -> set[tuple[str, str]]:
        """Invitations by somebody whom the invited player calls a friend or has played with, by game and player."""
        befriended = Friend.objects.filter(player=OuterRef("player"), other=OuterRef("invited_by"))
        together = Seat.objects.filter(
            player=OuterRef("player"), game__started_at__isnull=False, game__seats__player=OuterRef("invited_by")
        )
        rows = Invitation.objects.filter(Exists(befriended) | Exists(together), game__in=self._game_ids)
        return set(rows.values_list("game_id", "player_id"))

    @cached_property
    def declined_by_name(self) -> Mapping[str, list[Invitation]]:
        """Invitations by name whose players have answered and have no seat, by game, the earliest answer first."""
        answered = Invitation.objects.filter(game__in=self._game_ids, by_address=False, answered_at__isnull=False)
        seated = Exists(Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player")))
        by_game: defaultdict[str, list[Invitation]] = defaultdict(list)
        for row in answered.exclude(seated).select_related("player").order_by("answered_at", "pk"):
            by_game[row.game_id].append(row)
        return by_game

    @cached_property
    def asked_by_name(self) -> Mapping[str, list[Invitation]]:
        """Unanswered invitations by name, by game, the earliest first."""
        by_game: defaultdict[str, list[Invitation]] = defaultdict(list)
        unanswered = Invitation.objects.filter(game__in=self._game_ids, by_address=False, answered_at=None)
        for row in unanswered.select_related("player").order_by("pk"):
            by_game[row.game_id].append(row)
        return by_game

    @cached_property
    def missed(self) -> set[tuple[str, str]]:
        """Invitations to games that have begun without an answer, by game and player."""
        unanswered = Invitation.objects.filter(game__in=self._game_ids, answered_at=None)
        begun = unanswered.filter(game__started_at__isnull=False)
        return set(begun.values_list("game_id", "player_id"))

    @cached_property
    def _of_open_tables(self) -> Sequence[Invitation]:
        rows = Invitation.objects.filter(IS_OPEN_TO_PLAYER, game__in=self._game_ids, game__status=Game.Status.OPEN)
        return list(rows.exclude(is_blocked("invited_by")))

    @cached_property
    def invited_again(self) -> Mapping[str, list[Player]]:
        """Players of the game before who are invited to its rematch and have not answered, by the rematch."""
        by_game: defaultdict[str, list[Player]] = defaultdict(list)
        sat = Q(game__again_of__seats__player=F("player")) | Q(game__again_of__departures__player=F("player"))
        rows = Invitation.objects.filter(sat, game__in=self._game_ids, answered_at=None, by_address=False).distinct()
        for row in rows.select_related("player").order_by("pk"):
            by_game[row.game_id].append(row.player)
        return by_game

    @cached_property
    def of_game_before(self) -> set[tuple[str, str]]:
        """Who had a seat in the game before a rematch, by rematch and player."""
        rematches = Game.objects.filter(pk__in=self._game_ids, again_of__isnull=False)
        seated = rematches.values_list("pk", "again_of__seats__player")
        return {*seated, *rematches.values_list("pk", "again_of__departures__player")}

    @cached_property
    def offers(self) -> dict[tuple[str, str], list[SeatOffer]]:
        """Offers of open seats that the emails are about, by game and player."""
        open_ones = SeatOffer.objects.filter(~is_blocked("game__host"), game__in=self._game_ids, closed_at=None)
        by_reader: defaultdict[tuple[str, str], list[SeatOffer]] = defaultdict(list)
        for offer in open_ones.filter(IS_OPEN_TO_PLAYER).order_by("seat"):
            by_reader[offer.game_id, offer.player_id].append(offer)
        return by_reader

    @cached_property
    def came_back(self) -> set[tuple[str, int | None]]:
        """Entries by which players took their own seats again from stand-ins, by game and number."""
        entries = Entry.objects.filter(game__in=self._game_ids, kind="taken_over", public__came_back=True)
        return set(entries.values_list("game_id", "number"))


def is_blocked(host: str) -> Exists:
    """Match rows whose player has blocked the host in this field; owners count for their bots on either side."""
    return Exists(Block.objects.filter(_is_one_of("player", "player"), _is_one_of("other", host)))


def has_blocked(host: str) -> Exists:
    """Match rows whose player the host in this field has blocked; owners count for their bots on either side."""
    return Exists(Block.objects.filter(_is_one_of("player", host), _is_one_of("other", "player")))


def _is_one_of(side: str, person: str) -> Q:
    return Q(**{side: OuterRef(person)}) | Q(**{side: OuterRef(f"{person}__owner")})

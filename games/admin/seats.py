"""Seats and their players, and invitations."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import desk_words, people
from games.admin.read_only import Reading
from games.models import Invitation, Seat, SeatOffer


@admin.register(Seat)
class SeatAdmin(Reading):
    """The list of seats. Their contributions to the random key are in the log, once they are public."""

    list_display = (
        "__str__",
        "game",
        "number",
        "holder",
        "status",
        "open_since",
        "timeouts_in_a_row",
        "points",
        "rank",
        "joined_at",
    )
    list_filter = ("status", ("open_since", admin.EmptyFieldListFilter))
    list_select_related = ("game", "player")
    search_fields = ("=game__id", "=player__id", "player__name")
    exclude = ("contribution",)
    ordering = ("-id",)

    @admin.display(description=_("player"), ordering="player__name")
    def holder(self, seat: Seat) -> str:
        """Link the holder's name; the row's own title is its opaque id."""
        return people.link(seat.player) or desk_words.name(seat)


@admin.register(Invitation)
class InvitationAdmin(Reading):
    """The list of invitations: free seats that were offered to players."""

    list_display = ("game", "invited", "host", "created_at", "answered_at")
    list_filter = (("answered_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game", "player", "invited_by")
    search_fields = ("=game__id", "=player__id", "player__name")
    ordering = ("-id",)

    @admin.display(description=_("player"), ordering="player__name")
    def invited(self, invitation: Invitation) -> str:
        return people.link(invitation.player)

    @admin.display(description=_("invited by"), ordering="invited_by__name")
    def host(self, invitation: Invitation) -> str:
        return people.link(invitation.invited_by)


@admin.register(SeatOffer)
class SeatOfferAdmin(Reading):
    """The list of open seats that hosts have offered to players."""

    list_display = ("game", "seat", "offered", "created_at", "reserved_until", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game", "player")
    search_fields = ("=game__id", "=player__id", "player__name")
    ordering = ("-id",)

    @admin.display(description=_("player"), ordering="player__name")
    def offered(self, offer: SeatOffer) -> str:
        return people.link(offer.player)

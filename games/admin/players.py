"""Players: who they are to us, and how they are helped, shut out or erased."""

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.moderating import ModerationPages
from games.admin.trail import Traced
from games.models import Player
from games.services.privacy import erase_player


@admin.register(Player)
class PlayerAdmin(ModerationPages, Traced):
    """Nobody is added here: a player is whoever reads the mail of an address. Nobody is deleted: erase, instead."""

    list_display = ("id", "name", "kind", "email", "is_active", "is_staff", "date_joined", "erased_at")
    list_filter = ("kind", "is_active", "is_staff", ("erased_at", admin.EmptyFieldListFilter))
    search_fields = ("=id", "=email", "name")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    fields = (
        ("name", "kind"),
        "email",
        ("time_zone", "language"),
        "is_active",
        ("is_staff", "is_superuser"),
        "groups",
        ("id", "date_joined", "last_login", "erased_at"),
    )
    readonly_fields = ("id", "date_joined", "last_login", "erased_at")
    filter_horizontal = ("groups",)
    actions = ("erase",)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Only who may do everything decides who else may."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *rights)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """A tombstone stays as it is, and staff do not change each other."""
        if obj and (obj.erased_at or (obj.is_staff and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def has_erase_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    @admin.action(description=_("Erase, for ever"), permissions=["erase"])
    def erase(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """What players can do themselves, for those who cannot read their mail any more."""
        chosen = list(players.filter(erased_at=None).exclude(pk=request.user.pk))
        for player in chosen:
            erase_player(player=player, now=timezone.now())
        told = ngettext("%(n)d player was erased.", "%(n)d players were erased.", len(chosen)) % {"n": len(chosen)}
        self.message_user(request, told, messages.SUCCESS)

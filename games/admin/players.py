"""Players: what we know about them, and how to help, suspend or erase them."""

from typing import ClassVar, Final

from django.contrib import admin, messages
from django.db import models
from django.db.models import Model, QuerySet
from django.forms import CheckboxSelectMultiple
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import email_addresses
from games.admin import people
from games.admin.addresses import AddressPages
from games.admin.desk_access import admin_of
from games.admin.filters import SharesMailbox
from games.admin.person import PersonPages
from games.admin.trail import Traced
from games.models import Player
from games.names import prepared
from games.people import audit
from games.people.privacy import erase_player

NOTED: Final = 20
"""How many results of a search for players are recorded."""


@admin.register(Player)
class PlayerAdmin(PersonPages, AddressPages, Traced):
    """The list of players. Players are neither added (only reading an address's mail creates one) nor deleted (they are
    erased).
    """

    list_display = ("id", "linked_name", "kind", "email", "is_active", "is_staff", "date_joined", "erased_at")
    list_filter = ("kind", "is_active", "is_staff", SharesMailbox, ("erased_at", admin.EmptyFieldListFilter))
    search_fields = ("=id", "email", "name")
    search_help_text = _("Search by id, or by part of a name or address. The players you find are recorded.")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    fields = (
        ("name", "kind"),
        "email",
        "owned_by",
        ("time_zone", "language"),
        "is_active",
        ("is_staff", "is_superuser"),
        "groups",
        ("id", "date_joined", "last_login", "erased_at"),
    )
    readonly_fields = ("id", "email", "owned_by", "date_joined", "last_login", "erased_at")
    actions = ("erase",)
    # There are only three groups, and Django's two lists side by side lack labels.
    formfield_overrides: ClassVar = {models.ManyToManyField: {"widget": CheckboxSelectMultiple}}

    @admin.display(description=_("name"), ordering="name")
    def linked_name(self, player: Player) -> str:
        """Link the name to the player's page."""
        return people.link(player)

    @admin.display(description=_("owner"))
    def owned_by(self, player: Player) -> str:
        """Link the name of a bot's owner to the owner's page."""
        return people.link(player.owner) or "–"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Record every search for players, on whatever page."""
        is_address = "@" in search_term and " " not in search_term.strip()
        normalized_term = email_addresses.comparison_key(search_term) if is_address else prepared(search_term)
        players, may_repeat = super().get_search_results(request, queryset, normalized_term)
        if search_term.strip():
            audit.searched(admin_of(request), list(players.values_list("pk", flat=True)[:NOTED]), timezone.now())
        return players, may_repeat

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Let only superusers change who is a superuser. An owner's bot stays a bot, and never becomes an admin."""
        owned = isinstance(obj, Player) and obj.owner_id is not None
        rights = ("is_staff", "is_superuser", "groups") if owned or not request.user.is_superuser else ()
        return (*self.readonly_fields, *rights, *(("kind",) if owned else ()))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Forbid changing tombstones, and let only superusers change staff."""
        if obj and (obj.erased_at or (obj.is_staff and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def has_erase_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    @admin.action(description=_("Erase forever"), permissions=["erase"])
    def erase(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Erase players who can no longer read their mail, as they could do themselves."""
        chosen = list(players.filter(erased_at=None).exclude(pk=request.user.pk))
        for player in chosen:
            erase_player(player=player, now=timezone.now())
        sentence = ngettext("%(n)d player was erased.", "%(n)d players were erased.", len(chosen)) % {"n": len(chosen)}
        self.message_user(request, sentence, messages.SUCCESS)

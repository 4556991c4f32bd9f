"""Players: what we know about them, and how to help, suspend or erase them."""

from typing import ClassVar, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Model, QuerySet
from django.forms import CheckboxSelectMultiple, ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import email_addresses
from games.admin import people
from games.admin.addresses import AddressPages
from games.admin.desk_access import admin_of, refusal_sentence
from games.admin.desk_proposals import order_page
from games.admin.filters import SharesMailbox
from games.admin.person import PersonPages
from games.admin.trail import Traced
from games.errors import Refused
from games.models import DeskProposal, Player
from games.names import prepared
from games.people import appointments, audit

RIGHTS: Final = ("is_staff", "is_superuser", "groups")
"""The fields that the form changes, through `appointments`."""
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
    readonly_fields = (
        *("id", "name", "kind", "email", "owned_by", "time_zone", "language"),
        *("is_active", "date_joined", "last_login", "erased_at"),
    )
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
        """Let only superusers change rights, and those of people alone: a bot never becomes an admin."""
        person = isinstance(obj, Player) and obj.kind == Player.Kind.HUMAN
        return self.readonly_fields if person and request.user.is_superuser else (*self.readonly_fields, *RIGHTS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Forbid changing tombstones, and let only superusers change staff."""
        if obj and (obj.erased_at or (obj.is_staff and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: "ModelForm[Player]", change: bool) -> None:
        """Change nothing yet: `save_related` knows the groups, too."""

    def save_related(self, request: HttpRequest, form: "ModelForm[Player]", formsets: object, change: bool) -> None:
        """Give and take rights."""
        if not form.changed_data:
            return
        answers = form.cleaned_data
        appointments.appoint(
            admin=admin_of(request),
            player_id=form.instance.pk,
            staff=answers["is_staff"],
            superuser=answers["is_superuser"],
            groups=answers["groups"],
        )

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        """Show a refusal as a message, beside the rights as they are."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
            return HttpResponseRedirect(request.path)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.erase_view)
        return [path("<str:object_id>/erase/", view, name="games_player_erase"), *super().get_urls()]

    def erase_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what erasing this person would change, and propose it or carry it out."""
        player: Player | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, player):
            raise PermissionDenied
        if player is None or player.erased_at is not None:
            raise Http404
        return order_page(self, request, DeskProposal(kind=DeskProposal.Kind.ERASE, player=player))

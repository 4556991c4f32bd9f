"""A new address for a player whose mailbox is gone: a page of the player's, with a reason that is recorded."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import email_addresses
from games.admin.desk_access import admin_of, check, refusal_sentence, status_of
from games.errors import Refused
from games.models import Player
from games.people import addresses


class AddressForm(forms.Form):
    """The new address, and how the admin knows that the player is asking."""

    address = forms.EmailField(label=gettext_lazy("New address"), max_length=254)
    reason = forms.CharField(
        label=gettext_lazy("How do you know that it is the player who is asking?"),
        max_length=2000,
        widget=forms.Textarea({"rows": 3}),
    )

    def clean_address(self) -> str:
        return email_addresses.normalize(self.cleaned_data["address"])


class AddressPages(admin.ModelAdmin):  # type: ignore[type-arg]
    """The page where an admin agrees on behalf of the old address; the new address must agree itself."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.address_view)
        return [path("<str:object_id>/address/", view, name="games_player_address"), *super().get_urls()]

    def address_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the form; a POST asks the new address to agree."""
        player: Player | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, player):
            raise PermissionDenied
        if player is None:
            raise Http404
        check(request, addresses.RIGHT)
        form, status = AddressForm(request.POST or None, label_suffix=""), 200
        if form.is_bound and form.is_valid():
            answers = form.cleaned_data
            try:
                addresses.ask_as_admin(admin=admin_of(request), player_id=player.pk, now=timezone.now(), **answers)
            except Refused as refusal:
                messages.error(request, refusal_sentence(refusal))
                status = status_of(refusal)
            else:
                messages.success(request, _("We sent an email to the new address. The change counts once it agrees."))
                return HttpResponseRedirect(reverse("admin:games_player_change", args=[player.pk]))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": _("Another address for %s") % player.name,
            "player": player,
            "form": form,
        }
        return TemplateResponse(request, "admin/games/player/address.html", context, status=status)

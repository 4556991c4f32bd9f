"""Warning, muting and suspending a player, and lifting that: a page of the player's instead of a form's check boxes."""

from datetime import datetime, timedelta
from typing import Final, TypedDict

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.desk_access import admin_of, check, refusal_sentence, status_of, to_game
from games.errors import Refused
from games.models import Dispute, Moderation, Player
from games.people import moderation

DAYS: Final = 7


class ModerationForm(forms.Form):
    """A measure, its duration, and what the player and other admins read about it."""

    kind = forms.ChoiceField(label=gettext_lazy("measure"), choices=Moderation.Kind.choices)
    days = forms.IntegerField(
        label=gettext_lazy("number of days"),
        min_value=1,
        max_value=3650,
        initial=DAYS,
        required=False,
        help_text=gettext_lazy("Only for muting and suspending."),
    )
    text = forms.CharField(
        label=gettext_lazy("To the player"), max_length=2000, required=False, widget=forms.Textarea({"rows": 3})
    )
    reason = forms.CharField(
        label=gettext_lazy("Note for admins"), max_length=2000, required=False, widget=forms.Textarea({"rows": 1})
    )

    def sanction_arguments(self) -> "SanctionArguments":
        """Return the arguments for `moderate`; the form must be valid."""
        answers = self.cleaned_data
        days = timedelta(days=answers["days"] or DAYS)
        until = timezone.now() + days if answers["kind"] in moderation.TIMED else None
        return {"kind": answers["kind"], "until": until, "text": answers["text"], "reason": answers["reason"]}


class SanctionArguments(TypedDict):
    """What an admin has typed about a sanction."""

    kind: str
    until: datetime | None
    text: str
    reason: str


class ModerationPages(admin.ModelAdmin):  # type: ignore[type-arg]
    """The player's page for moderation, which also shows earlier measures."""

    change_form_template = "admin/games/player/change_form.html"

    class Media:
        css = {"all": ["games/admin.css"]}

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.moderate_view)
        return [path("<str:object_id>/moderate/", view, name="games_player_moderate"), *super().get_urls()]

    def moderate_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show earlier measures and the form; a POST carries out the measure."""
        player: Player | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, player):
            raise PermissionDenied
        if player is None:
            raise Http404
        check(request, moderation.RIGHT)
        dispute = _find_dispute(request)
        form, status = ModerationForm(request.POST or None, label_suffix=""), 200
        if form.is_bound and form.is_valid():
            try:
                moderation.moderate(
                    admin=admin_of(request),
                    player_id=player.pk,
                    dispute_id=None if dispute is None else dispute.pk,
                    now=timezone.now(),
                    **form.sanction_arguments(),
                )
            except Refused as refusal:
                messages.error(request, refusal_sentence(refusal))
                status = status_of(refusal)
            else:
                messages.success(request, _("Done. The player has been told."))
                return _redirect_back(player, dispute)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": _("Moderate %s") % player.name,
            "player": player,
            "form": form,
            "dispute": dispute,
            "measures": Moderation.objects.filter(player=player).select_related("by"),
        }
        return TemplateResponse(request, "admin/games/player/moderate.html", context, status=status)


def _find_dispute(request: HttpRequest) -> Dispute | None:
    """Return the dispute that caused the measure, if any. Raise Denied if it is in the admin's own game, or Http404."""
    dispute_id = request.POST.get("dispute") or request.GET.get("dispute")
    if not dispute_id:
        return None
    dispute = Dispute.objects.select_related("game", "opened_by").filter(pk=dispute_id).first()
    if dispute is None:
        raise Http404
    check(request, moderation.RIGHT, dispute.game)
    return dispute


def _redirect_back(player: Player, dispute: Dispute | None) -> HttpResponseRedirect:
    """Redirect to the dispute that caused the measure, else to the same page."""
    if dispute is not None:
        return to_game(dispute.game)
    return HttpResponseRedirect(reverse("admin:games_player_moderate", args=[player.pk]))

"""Warning, muting and suspending a player, and lifting that: a page of the player's instead of a form's check boxes."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, TypedDict

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.desk_access import admin_of, check, refusal_sentence, status_of, to_game
from games.errors import Refused
from games.models import Dispute, Moderation, Player
from games.people import moderation, rights
from games.table.disputes import lifecycle

DAYS: Final = 7
ENDING: Final[dict[str, Promise]] = {
    Moderation.Kind.UNMUTED: gettext_lazy("Let them speak again"),
    Moderation.Kind.READMITTED: gettext_lazy("Let them play again"),
}
"""The buttons that end a measure, which there are while it holds."""
PASSING: Final[dict[str, Promise]] = {
    Moderation.Kind.WARNED: gettext_lazy("Warn"),
    Moderation.Kind.MUTED: gettext_lazy("Mute"),
    Moderation.Kind.SUSPENDED: gettext_lazy("Suspend"),
}
"""The buttons of measures that pass or can be ended."""
LASTING: Final[dict[str, Promise]] = {
    Moderation.Kind.UNNAMED: gettext_lazy("Take the name away"),
    Moderation.Kind.TABLES_OFF: gettext_lazy("Close their open tables"),
}
"""The buttons of measures that nobody can take back, apart from the others."""


class ModerationForm(forms.Form):
    """A measure, whose button is pressed, its duration, and what the player, other admins and whoever has opened the
    dispute read about it.
    """

    kind = forms.ChoiceField(choices=Moderation.Kind.choices)
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

    closing = forms.CharField(
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("If you write something, it closes the dispute as resolved."),
    )

    def __init__(self, data: QueryDict | None, dispute: Dispute | None) -> None:
        super().__init__(data, label_suffix="")
        if dispute is None:
            del self.fields["closing"]
        else:
            self.fields["closing"].label = _("To %(name)s") % {"name": dispute.opened_by.display_name}

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
        dispute, judge = _find_dispute(request), admin_of(request)
        can_close = _may_close(judge, dispute) or bool(request.POST.get("closing"))
        form, status = ModerationForm(request.POST or None, dispute if can_close else None), 200
        if form.is_bound and form.is_valid():
            try:
                _carry_out(form, judge, player, dispute)
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
            "fields": [field for field in form if field.name != "kind"],
            "buttons": [*_ending_buttons(player), *PASSING.items()],
            "lasting": LASTING.items(),
            "dispute": dispute,
            "measures": Moderation.objects.filter(player=player).select_related("by"),
        }
        return TemplateResponse(request, "admin/games/player/moderate.html", context, status=status)


def _carry_out(form: ModerationForm, judge: Player, player: Player, dispute: Dispute | None) -> None:
    """Carry the measure out, and close the dispute with the words for whoever has opened it, if there are any.

    Neither happens if somebody else has closed the dispute meanwhile: the words would be lost. Raises Refused.
    """
    now = timezone.now()
    with transaction.atomic():
        dispute_id = None if dispute is None else dispute.pk
        moderation.moderate(
            admin=judge, player_id=player.pk, dispute_id=dispute_id, now=now, **form.sanction_arguments()
        )
        if dispute is not None and (text := form.cleaned_data.get("closing", "")):
            dispute.refresh_from_db()
            if not _has_closed(judge, dispute, text):
                lifecycle.resolve(admin=judge, dispute_id=dispute.pk, now=now, text=text)


def _has_closed(judge: Player, dispute: Dispute, text: str) -> bool:
    """Check whether the admin has closed the dispute with these words: the form was sent twice."""
    return (dispute.state, dispute.closed_by_id, dispute.outcome) == (Dispute.State.RESOLVED, judge.pk, text)


def _may_close(judge: Player, dispute: Dispute | None) -> bool:
    """Check whether the admin may close the dispute from this page, which is still open."""
    return dispute is not None and dispute.state == Dispute.State.OPEN and rights.has(judge, lifecycle.SETTLE)


def _ending_buttons(player: Player) -> Iterator[tuple[str, Promise]]:
    """Yield the buttons that end what holds for the player now."""
    now = timezone.now()
    for kind, column in moderation.LIFTS.items():
        until = getattr(player, column)
        if until is not None and until > now:
            yield kind, ENDING[kind]


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

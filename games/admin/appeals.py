"""Appeals at the desk: what a player answers to a sanction, beside the sanction itself, and the verdict."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import people
from games.admin.desk_access import admin_of, check, refusal_sentence, status_of
from games.admin.read_only import Reading
from games.errors import Refused
from games.models import Appeal, Moderation, Player
from games.people import rights
from games.table.disputes import appeals, desk_queue

RIGHTS: Final = ("moderate", "rule", "replace")


class VerdictForm(forms.Form):
    """What the player reads about the verdict."""

    text = forms.CharField(label=gettext_lazy("To the player"), max_length=2000, widget=forms.Textarea({"rows": 4}))


@admin.register(Appeal)
class AppealAdmin(Reading):
    """The list of appeals; on an appeal's page an admin decides."""

    list_display = ("id", "verdict", "whom", "about", "created_at", "judged_at")
    list_filter = ("verdict",)
    list_select_related = ("player", "moderation", "ruling__game")
    ordering = ("-created_at",)

    class Media:
        css = {"all": ["games/admin.css"]}

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return any(rights.has(admin_of(request), right) for right in RIGHTS)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        related = ("player", "judged_by", "moderation__player", "moderation__by", "moderation__dispute__game")
        return super().get_queryset(request).select_related(*related, "ruling__game", "ruling__by")

    @admin.display(description=gettext_lazy("by"), ordering="player__name")
    def whom(self, appeal: Appeal) -> str:
        return people.link(appeal.player)

    @admin.display(description=gettext_lazy("about"))
    def about(self, appeal: Appeal) -> str:
        return appeal.cause.get_kind_display()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the sanction and the answer to it; a POST decides."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        appeal = self.get_object(request, object_id)
        if appeal is None:
            raise Http404
        check(request, appeal.right, appeal.game)
        form, status = VerdictForm(request.POST or None, label_suffix=""), 200
        if form.is_bound and form.is_valid():
            try:
                appeals.judge(
                    admin=admin_of(request),
                    appeal_id=appeal.pk,
                    lifts="lift" in request.POST,
                    text=form.cleaned_data["text"],
                    now=timezone.now(),
                )
            except Refused as refusal:
                messages.error(request, refusal_sentence(refusal))
                status = status_of(refusal)
            else:
                messages.success(request, _("Decided. The player has been told."))
                return HttpResponseRedirect(reverse("admin:games_game_queue"))
        return self._render(request, appeal, form, status)

    def _render(self, request: HttpRequest, appeal: Appeal, form: VerdictForm, status: int) -> HttpResponse:
        here, judges = admin_of(request), appeals.judges(appeal)
        earlier = Moderation.objects.filter(player=(appeal.moderation or appeal).player).select_related("by")
        if appeal.moderation:
            earlier = earlier.exclude(pk=appeal.moderation.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": _("Appeal by %(name)s") % {"name": appeal.player.name},
            "appeal": appeal,
            "cause": appeal.cause,
            "measures": earlier[:10],
            "form": form,
            "may_judge": not appeal.verdict and here in judges,
            "judges": judges,
            "is_same": (appeal.judged_by_id or here.pk) in appeal.first_judges,
        }
        return TemplateResponse(request, "admin/games/appeal.html", context, status=status)


@desk_queue.register
def open_appeals(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield the appeals on which this admin may decide."""
    for appeal in appeals.waiting_for(admin):
        address = reverse("admin:games_appeal_change", args=[appeal.pk])
        title = _("Answer to: %(kind)s") % {"kind": appeal.cause.get_kind_display()}
        yield desk_queue.Item("appeal", title, appeal.created_at, address=address, said=appeal.text, by=appeal.player)

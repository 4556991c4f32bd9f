"""Reports of a club's lines at the desk: the line among those around it, and the verdict."""

from collections.abc import Iterator
from datetime import datetime

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
from games.admin.desk_access import admin_of, refusal_sentence, status_of
from games.admin.read_only import Reading
from games.competitions import hosts
from games.competitions.clubs import reports
from games.errors import Refused
from games.models import ClubReport, Dispute, Moderation, Player
from games.people import rights
from games.table.disputes import desk_queue


class WordForm(forms.Form):
    """What whoever has reported the line reads about the verdict."""

    text = forms.CharField(
        label=gettext_lazy("To whoever reported it"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )


@admin.register(ClubReport)
class ClubReportAdmin(Reading):
    """The list of reports; on a report's page an admin decides."""

    list_display = ("id", "outcome", "about", "created_at", "closed_at")
    list_filter = ("outcome",)
    list_select_related = ("line__by",)
    ordering = ("-created_at",)

    class Media:
        css = {"all": ["games/admin.css"]}

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let those read reports who can judge them, but for those of lines that they have said or reported."""
        here = admin_of(request)
        if isinstance(obj, ClubReport) and not self.get_queryset(request).filter(pk=obj.pk).exists():
            return False
        return rights.has(here, hosts.TAKES_NAMES)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClubReport]:
        rows: QuerySet[ClubReport] = super().get_queryset(request)
        judged = reports.judged_by(admin_of(request), rows)
        return judged.select_related("line__by", "line__club", "by", "closed_by")

    @admin.display(description=gettext_lazy("about"))
    def about(self, report: ClubReport) -> str:
        return people.link(report.line.by)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the line among those around it; a POST decides."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        report = self.get_object(request, object_id)
        if report is None:
            raise Http404
        form, status = WordForm(request.POST or None, label_suffix=""), 200
        if form.is_bound and form.is_valid():
            try:
                reports.close(
                    admin=admin_of(request),
                    report_id=report.pk,
                    removes="remove" in request.POST,
                    text=form.cleaned_data["text"],
                    now=timezone.now(),
                )
            except Refused as refusal:
                messages.error(request, refusal_sentence(refusal))
                status = status_of(refusal)
            else:
                messages.success(request, _("Decided. Whoever reported it has been told."))
                return HttpResponseRedirect(reverse("admin:games_game_queue"))
        return self._render(request, report, form, status)

    def _render(self, request: HttpRequest, report: ClubReport, form: WordForm, status: int) -> HttpResponse:
        accused = report.line.by
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": _("Report about %(name)s") % {"name": accused.name},
            "report": report,
            "lines": reports.lines_around(report.line),
            "accused": people.link(accused),
            "person_page": reverse("admin:games_player_person", args=[accused.pk]),
            "reporter": people.link(report.by),
            "measures": Moderation.objects.filter(player=accused).select_related("by")[:10],
            "others": ClubReport.objects.filter(line__by=accused).exclude(pk=report.pk).count(),
            "form": form,
        }
        return TemplateResponse(request, "admin/games/club_report.html", context, status=status)


@desk_queue.register
def open_reports(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield a report of each line that this admin may judge."""
    for report in reports.waiting_for(admin)[: desk_queue.MOST]:
        yield desk_queue.Item(
            "report",
            _("Line in a club"),
            report.created_at,
            weighs_as=Dispute.Kind.ABUSE,
            address=reverse("admin:games_clubreport_change", args=[report.pk]),
            said=report.line.text,
            by=report.line.by,
        )

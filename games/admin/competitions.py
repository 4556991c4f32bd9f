"""The common part of the lists of cups and leagues in the admin site. The agreed settings of one never change."""

from collections.abc import Iterator
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import people
from games.admin.desk_access import admin_of, check, refusal_sentence
from games.admin.desk_proposals import order_page
from games.admin.read_only import Reading
from games.competitions import handover, hosts
from games.competitions.audience import Competition
from games.competitions.delays import HeldUp
from games.errors import Refused
from games.models import Cup, DeskProposal, League, Player
from games.people import rights

RIGHT: Final = "games.view_game"


class CompetitionAdmin(Reading):
    """The list of cups or of leagues.

    `at` is the name of the URL pattern of their public pages; `ends_by` is the act that ends one.
    """

    at: ClassVar[str]
    ends_by: ClassVar[DeskProposal.Kind]
    change_form_template = "admin/games/competition_change_form.html"

    list_select_related = ("host",)
    search_fields = ("=id", "name", "=host__id")
    exclude = ("host",)
    ordering = ("-created_at",)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let anyone see competitions who may view games in the admin site, since they are public."""
        return request.user.has_perm(RIGHT)

    @admin.display(description=gettext_lazy("page"), ordering="name")
    def page(self, competition: Competition) -> SafeString:
        """Link to the public page."""
        address = reverse(self.at, args=[competition.pk])
        return format_html('<a href="{}">{}</a>', address, competition.name or competition.pk)

    @admin.display(description=gettext_lazy("host"))
    def founder(self, competition: Competition) -> str:
        return people.link(competition.host)

    class Media:
        css = {"all": ["games/admin.css"]}

    def get_urls(self) -> list[URLPattern]:
        name = f"games_{self.opts.model_name}_end"
        return [path("<str:object_id>/end/", self.admin_site.admin_view(self.end_view), name=name), *super().get_urls()]

    def end_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what ending the competition would change, and propose it or do it; or hand it over instead."""
        competition: Competition | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, competition):
            raise PermissionDenied
        if competition is None or handover.is_over(competition):
            raise Http404
        if "heir" in request.POST:
            return self._hand_over(request, competition)
        subject = {"league": competition} if isinstance(competition, League) else {"cup": competition}
        proposal = DeskProposal(kind=self.ends_by, **subject)
        ends = isinstance(competition, League) or competition.state == Cup.State.OPEN
        return order_page(self, request, proposal, {"handing_over": competition, "cannot_end": not ends})

    def _hand_over(self, request: HttpRequest, competition: Competition) -> HttpResponse:
        check(request, hosts.RIGHT)
        admin, name = admin_of(request), request.POST["heir"]
        try:
            handover.hand_over(player=admin, competition=competition, name=name, now=timezone.now(), as_admin=True)
            messages.success(request, _("Handed over. The new host has been told."))
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
        return HttpResponseRedirect(request.path)

    def has_take_name_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), hosts.TAKES_NAMES)

    @admin.action(description=gettext_lazy("Take the name away"), permissions=["take_name"])
    def take_name(self, request: HttpRequest, chosen: QuerySet[Model]) -> None:
        """Clear names and record each act; a competition without a name is called after its game."""
        competitions = list(chosen.exclude(name=""))
        for competition in competitions:
            self.unname(admin_of(request), competition.pk)
        count = len(competitions)
        sentence = ngettext("%(n)d name was taken away.", "%(n)d names were taken away.", count) % {"n": count}
        self.message_user(request, sentence, messages.SUCCESS)

    def unname(self, by: Player, key: str) -> None:
        """Clear the name of one competition."""
        raise NotImplementedError


def put_off(times: int) -> str:
    """Return how often the beginning has been put off, in words."""
    sentence = ngettext("put off once: too few players", "put off %(n)d times: too few players", times)
    return sentence % {"n": times}


def held_up(waits: HeldUp) -> Iterator[str]:
    """Yield a phrase for each thing that holds the competition up."""
    for count, phrase in (
        (waits.not_begun, _("games not begun: %(n)d")),
        (waits.put_aside, _("games put aside: %(n)d")),
        (waits.not_ended, _("games that could not be ended: %(n)d")),
    ):
        if count:
            yield phrase % {"n": count}

"""The common part of the lists of cups and leagues in the admin site. The agreed settings of one never change."""

from collections.abc import Iterator
from typing import ClassVar, Final

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import people
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.competitions import hosts
from games.competitions.delays import HeldUp
from games.competitions.hosts import Competition
from games.models import Player
from games.people import rights

RIGHT: Final = "games.view_game"


class CompetitionAdmin(Reading):
    """The list of cups or of leagues. `at` is the name of the URL pattern of their public pages."""

    at: ClassVar[str]

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

    def has_end_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), hosts.RIGHT)

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

"""Cups and leagues at the desk: what their lists have in common. What has been agreed on there is never changed."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import people
from games.admin.acting import admin_of
from games.admin.reading import Reading
from games.competitions import hosting
from games.competitions.hosting import Competition
from games.competitions.waiting import HeldUp
from games.models import Player
from games.people import rights

RIGHT: Final = "games.view_game"


class CompetitionAdmin(Reading):
    """`at` is the name of their page."""

    at: ClassVar[str]

    list_select_related = ("host",)
    search_fields = ("=id", "name", "=host__id")
    exclude = ("host",)
    ordering = ("-created_at",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are public: anyone who may look at games at the desk."""
        return request.user.has_perm(RIGHT)

    @admin.display(description=gettext_lazy("page"), ordering="name")
    def page(self, competition: Competition) -> SafeString:
        """It leads to the page that everybody sees."""
        address = reverse(self.at, args=[competition.pk])
        return format_html('<a href="{}">{}</a>', address, competition.name or competition.pk)

    @admin.display(description=gettext_lazy("host"))
    def founder(self, competition: Competition) -> str:
        return people.link(competition.host)

    def has_end_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), hosting.RIGHT)

    def has_take_name_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), hosting.TAKES_NAMES)

    @admin.action(description=gettext_lazy("Take the name away"), permissions=["take_name"])
    def take_name(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        """They are called by what is played there; each is on the list of what admins did."""
        named = list(chosen.exclude(name=""))
        for one in named:
            self.unname(admin_of(request), one.pk)
        said = ngettext("%(n)d name was taken away.", "%(n)d names were taken away.", len(named)) % {"n": len(named)}
        self.message_user(request, said, messages.SUCCESS)

    def unname(self, by: Player, key: str) -> None:
        """Takes the name of one of them away."""
        raise NotImplementedError


def put_off(times: int) -> str:
    """That its beginning was put off so often."""
    told = ngettext("put off once: too few players", "put off %(n)d times: too few players", times)
    return told % {"n": times}


def held_up(waits: HeldUp) -> Iterator[str]:
    """What holds it up, in words."""
    for count, said in (
        (waits.not_begun, _("games not begun: %(n)d")),
        (waits.put_aside, _("games put aside: %(n)d")),
        (waits.not_ended, _("games that could not be ended: %(n)d")),
    ):
        if count:
            yield said % {"n": count}

"""Cups in the admin site: their status, delays, calling them off, and clearing their names.

An official cup is created on the public page, where admins with the right to rule have a check box for it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import desk_words
from games.admin.competitions import CompetitionAdmin, held_up, put_off
from games.competitions.cups import creation, selectors
from games.models import Cup, CupRound, DeskProposal, Player
from games.table.disputes import desk_queue

OVERDUE: Final = timedelta(hours=2)
"""When a cup is overdue: the sweep runs every minute, and a round waits an hour for games that cannot be ended."""


@admin.register(Cup)
class CupAdmin(CompetitionAdmin):
    """The list of all cups."""

    at = "cup"
    ends_by = DeskProposal.Kind.CALL_OFF
    list_display = ("id", "page", "kind", "official", "founder", "status_text", "created_at")
    list_filter = ("state", "official", "kind", "ruleset")
    readonly_fields = ("page", "founder", "status_text", "players", "held_up", "course")
    actions = ("take_name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Cup]:
        return super().get_queryset(request).prefetch_related("rounds")

    @admin.display(description=gettext_lazy("players"))
    def players(self, cup: Cup) -> str:
        """Return how many players have entered, and how many of them have left since the cup began."""
        entered = cup.entrants.count()
        leavers = cup.entrants.filter(left_at__isnull=False).count()
        if not leavers:
            return str(entered)
        return _("%(entered)d, of whom %(left)d have left") % {"entered": entered, "left": leavers}

    @admin.display(description=gettext_lazy("stands"))
    def status_text(self, cup: Cup) -> str:
        """Describe the cup's state, with the time of its next step."""
        newest, at = selectors.newest_round(cup), desk_words.instant(selectors.next_step_at(cup))
        if cup.state != Cup.State.RUNNING or newest is None:
            return f"{cup.get_state_display()}, {at}"
        sentence = _("round %(number)d, until %(at)s") if newest.closed_at is None else _("next round on %(at)s")
        return sentence % {"number": newest.number, "at": at}

    @admin.display(description=gettext_lazy("what holds it up"))
    def held_up(self, cup: Cup) -> str:
        """List too few players, games that have not begun, games that could not be ended."""
        return "; ".join(_list_troubles(cup, timezone.now()))

    @admin.display(description=gettext_lazy("rounds"))
    def course(self, cup: Cup) -> SafeString:
        """List the rounds, newest first."""
        rounds = cup.rounds.annotate(tables=Count("games")).order_by("-number")
        lines = ((_round_line(cup_round, cup_round.tables),) for cup_round in rounds)
        return format_html_join("", "<div>{}</div>", lines)

    def unname(self, by: Player, key: str) -> None:
        creation.take_name(admin=by, cup_id=key, now=timezone.now())


def _round_line(cup_round: CupRound, tables: int) -> str:
    """Describe a round and its number of tables, in one line."""
    sentence = _("%(number)d: %(began)s to %(ends)s, closed %(closed)s; tables: %(tables)d")
    facts = {"number": cup_round.number, "began": desk_words.instant(cup_round.began_at), "tables": tables}
    closed = desk_words.instant(cup_round.closed_at) if cup_round.closed_at else "–"
    return sentence % {**facts, "ends": desk_words.instant(cup_round.ends_at), "closed": closed}


def _list_troubles(cup: Cup, now: datetime) -> Iterator[str]:
    if cup.put_off and cup.state == Cup.State.OPEN:
        yield put_off(cup.put_off)
    newest = selectors.newest_round(cup)
    if cup.state == Cup.State.RUNNING and newest is not None:
        yield from held_up(selectors.held_up(newest, now))


@desk_queue.register
def stalled(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield the cups that should have begun, or whose round should have begun or ended."""
    for cup in selectors.overdue(now, OVERDUE).prefetch_related("rounds"):
        address = reverse("admin:games_cup_change", args=[cup.pk])
        yield desk_queue.Item("overdue", _("A cup does not go on"), selectors.next_step_at(cup), address=address)

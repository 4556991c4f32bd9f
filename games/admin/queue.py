"""The admins' queue at the desk: its page, what admins note about its items, and its first items on the front page."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final, TypedDict

from django.contrib import messages
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.admin import desk_words
from games.admin.desk_access import Acting, admin_of, refusal_sentence
from games.admin.desk_access import words as words_in
from games.errors import Refused
from games.models import Game, Player
from games.people import desk_work
from games.people.desk_work import DeskWork
from games.table.disputes.desk_queue import KINDS, Item, queue
from games.table.disputes.urgency import FIRST, WEIGHT

AT_A_GLANCE: Final = 5


class QueuePages(Acting):
    """The queue's own page; the front page shows the first few items."""

    def get_urls(self) -> list[URLPattern]:
        return [
            path("queue/", self.admin_site.admin_view(self.queue_view), name="games_game_queue"),
            *super().get_urls(),
        ]

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """Show all items, or those of one kind."""
        self.refuse_strangers(request)
        now = timezone.now()
        items = queue(admin_of(request), now)
        if request.method == "POST":
            return _work_on(request, items, now)
        kind = request.GET.get("kind", "")
        counts = Counter(item.kind for item in items)
        context = {
            "title": _("Waiting for an admin"),
            "rows": rows([item for item in items if kind in ("", item.kind)], now),
            "here": admin_of(request),
            "groups": Group.objects.order_by("name"),
            "kinds": [(name, label, counts[name]) for name, label in KINDS.items() if counts[name]],
            "kind": kind,
            "total": len(items),
        }
        return self.other_page(request, "queue", context)


def _work_on(request: HttpRequest, items: Iterable[Item], now: datetime) -> HttpResponse:
    """Claim an item, give it back or note something about it; an item that is settled meanwhile is not touched."""
    item = next((item for item in items if item.key == request.POST.get("item")), None)
    if item is None:
        messages.error(request, _("That is settled, or no longer waits for you."))
        return HttpResponseRedirect(request.get_full_path())
    about: ItemFacts = {"admin": admin_of(request), "item": item.key, "game": item.game, "now": now}
    text, group = words_in(request, "text"), request.POST.get("asks_for", "")
    try:
        if "claim" in request.POST:
            desk_work.claim(**about)
        elif "release" in request.POST:
            desk_work.release(**about)
        elif text:
            desk_work.note(**about, text=text, asks_for=group)
    except Refused as refusal:
        messages.error(request, refusal_sentence(refusal))
    return HttpResponseRedirect(request.get_full_path())


class ItemFacts(TypedDict):
    """What every act about an item says: whose it is, which item, in which game, and when."""

    admin: Player
    item: str
    game: Game | None
    now: datetime


def rows(items: Iterable[Item], now: datetime) -> list[dict[str, object]]:
    """Return the items as rows of the table."""
    listed = list(items)
    work = desk_work.work_on([item.key for item in listed], now)
    return [_make_row(item, work.get(item.key), now) for item in listed]


def _make_row(item: Item, work: DeskWork | None, now: datetime) -> dict[str, object]:
    return {
        "work": work,
        "item": item,
        "href": address_of(item),
        "game": item.game and (item.game.name or item.game.pk),
        "since": desk_words.far(item.since, now),
        "at": desk_words.instant(item.since),
        "why": _explain_place(item, now),
    }


def address_of(item: Item) -> str:
    """Return where to act on the item: the game's page, if it is about a game."""
    return item.address if item.game is None else reverse("admin:games_game_change", args=[item.game.pk])


def _explain_place(item: Item, now: datetime) -> str:
    """Return a sentence that explains the item's position in the queue."""
    kind = item.weighs_as or item.kind
    clauses = [_("Open %(lasting)s") % {"lasting": desk_words.lasting(item.since, now)}]
    if item.waiting_since is not None and item.people:
        people = ngettext("%(n)d player waits %(lasting)s", "%(n)d players wait %(lasting)s", item.people)
        clauses.append(people % {"n": item.people, "lasting": desk_words.lasting(item.waiting_since, now)})
    if kind in FIRST:
        clauses.append(_("comes before everything that has only waited"))
    elif WEIGHT.get(kind, 1.0) != 1.0:
        clauses.append(_("counts %(weight)g times") % {"weight": WEIGHT[kind]})
    return "; ".join(clauses) + "."


def head(admin: Player, now: datetime) -> dict[str, object]:
    """Return the first few items and the number of all, for the front page."""
    items = queue(admin, now)
    return {"rows": rows(items[:AT_A_GLANCE], now), "total": len(items)}

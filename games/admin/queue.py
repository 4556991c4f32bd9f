"""The queue of items that wait for an admin, most urgent first.

A standstill comes first, then abuse. Everything else is measured in hours lost: those since it came up, and the hours
of waiting of each person who waits (`urgency`; a suspected bug weighs more). Other apps add their items with
`register`, without `games` depending on them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypedDict

from django.contrib import messages
from django.contrib.auth.models import Group
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import desk_words
from games.admin.desk_access import Acting, admin_of, refusal_sentence
from games.admin.desk_access import words as words_in
from games.errors import Refused
from games.models import Game, Player, Ruling, Seat, Turn
from games.people import desk_work, rights
from games.people.desk_work import DeskWork
from games.presentation import words
from games.table.disputes import selectors
from games.table.disputes.urgency import FIRST, WEIGHT, rank, urgency

MOST: Final = 200
"""How many items per kind are considered, oldest first."""
AT_A_GLANCE: Final = 5
LATE: Final = timedelta(minutes=5)
"""How long the sweep may leave a turn before it counts as overdue; the sweep runs every minute."""

KINDS: Final[dict[str, Promise]] = {
    "canary": gettext_lazy("Standstill"),
    "dispute": gettext_lazy("Dispute"),
    "overdue": gettext_lazy("Overdue"),
    "quarantined": gettext_lazy("Quarantined"),
    "proposal": gettext_lazy("Proposal"),
    "appeal": gettext_lazy("Appeal"),
    "report": gettext_lazy("Report"),
    "mail": gettext_lazy("Mail"),
}


@dataclass
class Item:
    """An item that waits for an admin. `kind` is one of `KINDS`; `weighs_as`, if set, is the kind that `urgency` uses.

    The queue computes who waits, and how urgent that is, unless the item says so. `said` is somebody's own words,
    `by` their author, and `about` lists the players they are about. `ref` is the id of what it is about, where a game
    can have several such items.
    """

    kind: str
    what: str
    since: datetime
    game: Game | None = None
    weighs_as: str = ""
    address: str = ""
    people: int = 0
    waiting_since: datetime | None = None
    hours: float | None = None
    said: str = ""
    by: Player | None = None
    about: Sequence[Player] = ()
    ref: str = ""

    @property
    def key(self) -> str:
        """Return what tells the item from others in the queue, now and later."""
        return f"{self.kind} {self.ref or (self.game.pk if self.game else self.address)}"

    @property
    def label(self) -> Promise:
        """Return the words on the badge."""
        return KINDS[self.kind]

    @property
    def href(self) -> str:
        """Return where to act on the item: the game's page, if it is about a game."""
        return self.address if self.game is None else reverse("admin:games_game_change", args=[self.game.pk])


Source = Callable[[Player, datetime], Iterable[Item]]
_sources: list[Source] = []


def register(source: Source) -> Source:
    """Add the items of this source to the queue; usable as a decorator."""
    _sources.append(source)
    return source


def queue(admin: Player, now: datetime) -> list[Item]:
    """Return all items that wait for this admin, most urgent first."""
    items = [item for source in _sources for item in source(admin, now)]
    _weigh_items([item for item in items if item.hours is None], now)
    return sorted(items, key=lambda item: (rank(item.weighs_as or item.kind), -(item.hours or 0), item.since))


def _weigh_items(items: Iterable[Item], now: datetime) -> None:
    waiting = _count_waiting({item.game.pk for item in items if item.game is not None})
    for item in items:
        if item.game is not None:
            item.people, item.waiting_since = waiting.get(item.game.pk, (0, None))
        lasts = timedelta() if item.waiting_since is None else now - item.waiting_since
        item.hours = urgency(item.weighs_as or item.kind, now - item.since, lasts, item.people)


def _count_waiting(game_ids: set[str]) -> Mapping[str, tuple[int, datetime]]:
    """Return by game how many players have no open turn and wait for the others, and since when."""
    turns = Turn.objects.filter(game__in=game_ids, closed_at=None).values("game")
    open_turns = {
        row["game"]: row for row in turns.annotate(seats=Count("seat", distinct=True), since=Min("opened_at"))
    }
    playing = (
        Seat.objects.filter(game__in=open_turns, status=Seat.Status.PLAYING).values("game").annotate(seats=Count("pk"))
    )
    return {
        row["game"]: (max(row["seats"] - open_turns[row["game"]]["seats"], 0), open_turns[row["game"]]["since"])
        for row in playing
    }


# Items about games --------------------------------------------------------------------------------------------


@register
def disputes(admin: Player, now: datetime) -> Iterator[Item]:
    """Yield open disputes, except in the admin's own games."""
    for row in selectors.queue(admin, now):
        dispute = row.dispute
        yield Item(
            "dispute",
            dispute.get_kind_display(),
            dispute.open_since,
            dispute.game,
            weighs_as=dispute.kind,
            people=row.people,
            waiting_since=row.since,
            hours=row.urgency,
            said=dispute.text,
            by=dispute.opened_by,
            about=row.about,
            ref=dispute.pk,
        )


@register
def overdue(admin: Player, now: datetime) -> Iterator[Item]:
    """Yield games in which a deadline has passed without a move."""
    late = Turn.objects.select_related("game").filter(closed_at=None, expires_at__lte=now - LATE)
    running = late.filter(game__status=Game.Status.RUNNING, game__paused_at=None, game__quarantined_until=None)
    running = running.filter(game__closes_at=None)
    yielded: set[str] = set()
    for turn in running.order_by("expires_at")[:MOST]:
        if turn.game_id not in yielded:
            yielded.add(turn.game_id)
            yield Item("overdue", words.question(turn.kind), turn.expires_at, turn.game)


@register
def quarantined(admin: Player, now: datetime) -> Iterator[Item]:
    """Yield games that raised an error and were set aside; they are retried after an hour."""
    for game in Game.objects.filter(quarantined_until__isnull=False).order_by("quarantined_until")[:MOST]:
        yield Item("quarantined", game.quarantine_error, _find_due_time(game, now), game, weighs_as="suspected_bug")


def _find_due_time(game: Game, now: datetime) -> datetime:
    """Return when the game was first due: the earliest deadline that could not be acted on."""
    first = Turn.objects.filter(game=game, closed_at=None, deadline_at__lte=now).aggregate(at=Min("deadline_at"))["at"]
    return first or now


@register
def proposals(admin: Player, now: datetime) -> Iterator[Item]:
    """Yield rulings that wait for a second admin, except in the admin's own games."""
    waiting = Ruling.objects.select_related("game", "by").filter(state=Ruling.State.PROPOSED)
    for ruling in waiting.exclude(rights.plays_there(admin)).order_by("created_at")[:MOST]:
        kind, text = ruling.get_kind_display(), ruling.public_text
        yield Item("proposal", kind, ruling.created_at, ruling.game, said=text, by=ruling.by, ref=str(ruling.pk))


# The pages ------------------------------------------------------------------------------------------------------


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
    shown = list(items)
    work = desk_work.work_on([item.key for item in shown], now)
    return [_make_row(item, work.get(item.key), now) for item in shown]


def _make_row(item: Item, work: DeskWork | None, now: datetime) -> dict[str, object]:
    return {
        "work": work,
        "item": item,
        "game": item.game and (item.game.name or item.game.pk),
        "since": desk_words.far(item.since, now),
        "at": desk_words.instant(item.since),
        "why": _explain_place(item, now),
    }


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

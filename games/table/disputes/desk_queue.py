"""The queue of items that wait for an admin, most urgent first, for the desk and for programs.

A standstill comes first, then abuse. Everything else is measured in hours lost: those since it came up, and the hours
of waiting of each person who waits (`urgency`; a suspected bug weighs more). Other rooms and apps add their items with
`register`, without this one depending on them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.models import Game, Player, Ruling, Seat, Turn
from games.people import rights
from games.presentation import words
from games.table.disputes import selectors
from games.table.disputes.urgency import rank, urgency

MOST: Final = 200
"""How many items per kind are considered, oldest first."""
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

"""The list of everything that admins did and looked at."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Case, F, QuerySet, When

from games.models import AdminAct, AdminReason, Game, Player
from games.people.rights import plays_there

LOOKED_AT: Final = "looked_at"
NOTED: Final = "noted"
SEARCHED: Final = "searched"
EXPORTED: Final = "audit_exported"
SECRETS_OPENED: Final = "secrets_opened"
MOVE_TRIED: Final = "move_tried"
TELL_SECRETS: Final = (SECRETS_OPENED, MOVE_TRIED)
"""Acts by which an admin has learned the secrets of seats."""
ONCE: Final = timedelta(hours=1)
"""An admin who returns to a page within this time is not recorded again."""


AT_ONCE: Final = 500
"""How many acts an export keeps in memory at a time."""


def note(
    admin: Player,
    kind: str,
    now: datetime,
    *,
    game: Game | None = None,
    entry: int | None = None,
    player: Player | None = None,
    detail: Mapping[str, object] | None = None,
    reason: str = "",
) -> AdminAct:
    """Record an act permanently. `detail` holds codes, numbers and ids; `reason` is free text and can be erased."""
    with transaction.atomic():
        act = AdminAct.objects.create(
            at=now, by=admin, what=kind, game=game, entry=entry, player=player, detail=dict(detail or {})
        )
        if reason:
            AdminReason.objects.create(act=act, text=reason)
    return act


class ReasonedAct(NamedTuple):
    """An act to record, and its reason in the admin's words."""

    act: AdminAct
    reason: str


def note_many(acts: Sequence[ReasonedAct]) -> None:
    """Record acts in two statements, without notifying anybody."""
    AdminAct.objects.bulk_create(act.act for act in acts)
    AdminReason.objects.bulk_create(AdminReason(act=act.act, text=act.reason) for act in acts if act.reason)


def looked_at(admin: Player, subject: Game | Player, now: datetime) -> None:
    """Record that an admin has opened a game's or a player's page, at most once an hour."""
    game, player = (subject, None) if isinstance(subject, Game) else (None, subject)
    lately = AdminAct.objects.filter(by=admin, what=LOOKED_AT, at__gt=now - ONCE)
    if not lately.filter(game=game, player=player).exists():
        note(admin, LOOKED_AT, now, game=game, player=player)


def searched(admin: Player, player_ids: Sequence[str], now: datetime) -> None:
    """Record that an admin searched for players, and the results. The query is not kept: it may be an address."""
    note(admin, SEARCHED, now, detail={"players": list(player_ids)})


def secrets_opened(games: Iterable[str]) -> list[tuple[str, datetime]]:
    """Return each game of these whose secrets an admin opened, and when, oldest first."""
    acts = AdminAct.objects.filter(game__in=games, what=SECRETS_OPENED).order_by("at")
    return [(str(game), at) for game, at in acts.values_list("game_id", "at")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActSearch:
    """A filter for the admins' acts; empty fields match everything. `since` is inclusive, `until` exclusive."""

    by: str | None = None
    what: str | None = None
    game: str | None = None
    player: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def acts(search: ActSearch, reader: Player) -> QuerySet[AdminAct]:
    """Return the acts that match the search, newest first, as `acts_for` shows them to the reader."""
    filters = {
        "by_id": search.by,
        "what": search.what,
        "game_id": search.game,
        "player_id": search.player,
        "at__gte": search.since,
        "at__lt": search.until,
    }
    visible = acts_for(reader).order_by("-at", "-id")
    return visible.filter(**{name: value for name, value in filters.items() if value is not None})


def one_by_one(acts: QuerySet[AdminAct]) -> Iterator[AdminAct]:
    """Yield these acts in order, a few hundred in memory at a time.

    They are fetched by key instead of with a cursor, which needs a session of PostgreSQL's; PgBouncer gives none.
    """
    keys = list(acts.values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]
        batch = {act.pk: act for act in acts.filter(pk__in=some)}
        yield from (batch[key] for key in some)


def acts_for(reader: Player) -> QuerySet[AdminAct]:
    """Return the admins' acts with `own`, whether the reader is involved in the game, and `why`, the reason.

    In a game the reader plays, details and reason are hidden, since they may reveal a seat's secrets.
    """
    why = Case(When(own=False, then=F("reason__text")))
    return AdminAct.objects.select_related("by", "player", "game").annotate(own=plays_there(reader)).annotate(why=why)

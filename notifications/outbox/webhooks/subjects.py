"""What a delivery tells of, as its player may know it at this attempt; an entry or a line has no notification."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.urls import reverse

from engine.codec import Json
from games import store
from games.api.games.of_game import shown
from games.api.instants import instant
from games.api.talk import line_row
from games.errors import NotFound
from games.models import Player
from games.seats.visible import VisibleGame, seen_by
from games.talk import reading
from notifications.models import Notification, WebhookDelivery


def of_notification(one: Notification, *, player: Player, full: bool) -> Json:
    """Its ids, and the game if that is wanted."""
    told = dict(_ids(one))
    if full:
        told["view"] = _view(player, one.game_id)
    return told


def of_entry(delivery: WebhookDelivery, *, player: Player, full: bool) -> Json | None:
    """An entry of the log; None if the player no longer sits there."""
    seen = _seat(player, delivery.game_id)
    if seen is None or delivery.entry is None:
        return None
    told: Json = {"game": seen.game.pk, "seat": seen.own, "entry": delivery.entry}
    if full:
        (told["logged"],) = store.log_for(seen.game, seen.own, delivery.entry - 1, 1)
        told["view"] = shown(seen)
    return {**told, "links": links(seen.game.pk)}


def of_line(delivery: WebhookDelivery, *, player: Player, full: bool) -> Json | None:
    """A line of the talk; None if the player no longer sits there, has muted its author, or its words are erased."""
    seen = _seat(player, delivery.game_id)
    if seen is None or delivery.line is None:
        return None
    lines = reading.after(seen.game, player, seen.own, delivery.line - 1, 1)
    if not lines or lines[0].number != delivery.line or not lines[0].text:
        return None
    told: Json = {"game": seen.game.pk, "seat": seen.own, "line": delivery.line, "by": lines[0].by_id}
    if full:
        told["said"] = line_row(lines[0])
    return {**told, "links": links(seen.game.pk)}


def links(game_id: str) -> Json:
    """Where a program, and a person, finds the game."""
    api, page = reverse("game", args=[game_id]), reverse("table", args=[game_id])
    return {"game": settings.PUBLIC_URL + api, "page": settings.PUBLIC_URL + page}


def _seat(player: Player, game_id: str | None) -> VisibleGame | None:
    """The game as the player sees it; None for anyone who has no seat there."""
    seen = None if game_id is None else _seen(player, game_id)
    return None if seen is None or seen.own is None else seen


def _seen(player: Player, game_id: str) -> VisibleGame | None:
    try:
        return seen_by(player, game_id)
    except NotFound:
        return None


def _ids(one: Notification) -> Iterator[tuple[str, Any]]:
    """What it is about; only what there is."""
    asked = None if one.prompt_opened is None else f"{one.prompt_opened}.{one.seat}"
    facts = {
        "game": one.game_id,
        "season": None if one.season_id is None else str(one.season_id),
        "cup": one.cup_id,
        "round": one.round,
        "seat": one.seat,
        "entry": one.entry,
        "prompt": asked,
        "deadline_at": instant(one.deadline_at),
        "dispute": one.dispute_id,
        "proposal": one.proposal_id,
    }
    yield from ((name, value) for name, value in facts.items() if value is not None)
    if one.game_id is not None:
        yield "links", links(one.game_id)


def _view(player: Player, game_id: str | None) -> Json | None:
    """The game as the player may see it now, as `get_game` shows it; None if the player may not know of it."""
    seen = None if game_id is None else _seen(player, game_id)
    return None if seen is None else shown(seen)

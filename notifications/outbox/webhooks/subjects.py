"""The subject of a delivery, as its player may know it at this attempt; an entry or a line has no notification."""

from collections.abc import Iterator

from engine.codec import Json
from games.api.games.addresses import game_links
from games.api.games.of_game import shown
from games.api.instants import instant
from games.api.talk import line_row
from games.errors import NotFound
from games.lobby.visible import VisibleGame, seen_by
from games.models import Player
from games.table import store
from games.table.talk import talk_lines
from notifications.models import Notification, WebhookDelivery
from notifications.policy import kinds


def of_notification(notification: Notification, *, player: Player, full: bool) -> Json:
    """Return the ids of everything that a notification is about, and the game if that is wanted."""
    facts = dict(_list_ids(notification))
    if full:
        facts["view"] = _look_up_view(player, notification.game_id)
    return facts


def of_entry(delivery: WebhookDelivery, *, player: Player, full: bool) -> Json | None:
    """Return an entry of the log; None if the player no longer has a seat there."""
    visible_game = _visible_seat(player, delivery.game_id)
    if visible_game is None or delivery.entry is None:
        return None
    facts: Json = {"game": visible_game.game.pk, "your_seat": visible_game.own, "entry": delivery.entry}
    if full:
        (facts["logged"],) = store.log_for(visible_game.game, visible_game.own, delivery.entry - 1, 1)
        facts["view"] = shown(visible_game)
    return {**facts, "links": game_links(visible_game.game.pk)}


def of_line(delivery: WebhookDelivery, *, player: Player, full: bool) -> Json | None:
    """Return a line of talk; None if the player no longer has a seat there, has muted its author, or it was erased."""
    visible_game = _visible_seat(player, delivery.game_id)
    if visible_game is None or delivery.line is None:
        return None
    lines = talk_lines.after(visible_game.game, player, visible_game.own, delivery.line - 1, 1)
    if not lines or lines[0].number != delivery.line or not lines[0].text:
        return None
    facts: Json = {"game": visible_game.game.pk, "your_seat": visible_game.own}
    facts |= {"line": delivery.line, "by": lines[0].by_id}
    if full:
        facts["said"] = line_row(lines[0])
    return {**facts, "links": game_links(visible_game.game.pk)}


def _visible_seat(player: Player, game_id: str | None) -> VisibleGame | None:
    """Return the game as the player sees it; None for anyone without a seat there."""
    visible_game = None if game_id is None else _visible_game(player, game_id)
    return None if visible_game is None or visible_game.own is None else visible_game


def _visible_game(player: Player, game_id: str) -> VisibleGame | None:
    try:
        return seen_by(player, game_id)
    except NotFound:
        return None


def _list_ids(notification: Notification) -> Iterator[tuple[str, object]]:
    """Yield the name and id of each thing that a notification is about."""
    is_asked = notification.prompt_opened is not None and notification.kind != kinds.SOMEBODY_IS_LATE.name
    prompt_id = f"{notification.prompt_opened}.{notification.seat}" if is_asked else None
    facts = {
        "game": notification.game_id,
        "season": None if notification.season_id is None else str(notification.season_id),
        "club": notification.club_id,
        "cup": notification.cup_id,
        "round": notification.round,
        "your_seat": notification.seat,
        "entry": notification.entry,
        "prompt": prompt_id,
        "deadline_at": instant(notification.deadline_at),
        "dispute": notification.dispute_id,
        "proposal": notification.proposal_id,
    }
    yield from ((name, value) for name, value in facts.items() if value is not None)
    if notification.game_id is not None:
        yield "links", game_links(notification.game_id)


def _look_up_view(player: Player, game_id: str | None) -> Json | None:
    """Return the game as `get_game` shows it to the player now; None if the player may not know of it."""
    visible_game = None if game_id is None else _visible_game(player, game_id)
    return None if visible_game is None else shown(visible_game)

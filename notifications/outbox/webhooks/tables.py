"""What a table's webhook tells: as any spectator may know it, whoever has attached it.

An entry in sentences, where moves are wanted; whose turn it has become, where that is wanted, as long as it is; lines
of the talk, where spectators may read them. The start and the end are always told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from engine.boards import Board
from games import store, words
from games.errors import NotFound
from games.models import Game, Seat
from games.play.open_seats import is_stand_in
from games.seats.visible import VisibleGame, seen_by
from games.talk import reading, rights
from games.words import draws
from notifications.letters import news
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.webhooks.events import ENTRY, TALK, TEST, YOUR_TURN
from notifications.outbox.webhooks.formats import ChatNews, TurnToPlay

Entry = Mapping[str, Any]
STARTED: Final = "started"


@dataclass(frozen=True)
class Spectator:
    """Who is told: anyone who watches the game."""

    game: Game
    seats: Sequence[Seat]
    seat: int | None = None

    @property
    def board(self) -> Board:
        """Cities, routes and tickets."""
        return engine.ruleset(self.game.ruleset, self.game.options).board

    def name(self, seat: int) -> str:
        """The name of a seat's player."""
        player = self.seats[seat].player
        if player is None or player.erased_at is not None:
            return _("seat %(number)d (former player)") % {"number": seat + 1}
        return player.name


def news_for(delivery: WebhookDelivery) -> ChatNews | None:
    """What there is to tell now; None if there is nothing, or no longer."""
    webhook = delivery.webhook
    seen = _seen(webhook)
    if seen is None:
        return None
    if delivery.event == TEST:
        return _news(seen, [_("This is where news of the game will come.")])
    if delivery.event == TALK:
        return _line(seen, delivery.line or 0)
    return _entry(seen, webhook, delivery.entry or 0)


def _seen(webhook: Webhook) -> VisibleGame | None:
    """The game, if whoever attached the webhook is its host still."""
    try:
        seen = seen_by(webhook.player, str(webhook.game_id))
    except NotFound:
        return None
    return seen if seen.game.host_id == webhook.player_id else None


def _news(seen: VisibleGame, sentences: Sequence[str], asked: Sequence[TurnToPlay] = ()) -> ChatNews:
    page = settings.PUBLIC_URL + reverse("table", args=[seen.game.pk])
    return ChatNews(words.game_name(seen.game), page, sentences, asked)


def _line(seen: VisibleGame, number: int) -> ChatNews | None:
    if not rights.may_read(seen.game, None):
        return None
    lines = reading.after(seen.game, None, None, number - 1, 1)
    if not lines or lines[0].number != number or not lines[0].text:
        return None
    said = _("%(name)s: %(text)s") % {"name": lines[0].by.display_name, "text": lines[0].text}
    return _news(seen, [said])


def _entry(seen: VisibleGame, webhook: Webhook, number: int) -> ChatNews | None:
    entries = store.log_for(seen.game, None, max(number - 2, 0), 2)
    if not entries or entries[-1]["number"] != number:
        return None
    entry = entries[-1]
    over = any(event["type"] == "game_ended" for event in entry["events"])
    wanted = ENTRY in webhook.events or entry["kind"] == STARTED or over
    sentences = _sentences(seen, entries) if wanted else []
    if over:
        sentences += _ranking(seen.seats)
    asked = list(_asked(seen, webhook, entry)) if YOUR_TURN in webhook.events else []
    return _news(seen, sentences, asked) if sentences or asked else None


def _sentences(seen: VisibleGame, entries: Sequence[Entry]) -> list[str]:
    """The last of these; with the one before, if that is a turn's first card, which is told with what follows."""
    if _is_half_a_turn(entries[-1]):
        return []
    first = 0 if len(entries) > 1 and _is_half_a_turn(entries[0]) else len(entries) - 1
    return news.lines_of(entries[first:], Spectator(seen.game, seen.seats))


def _is_half_a_turn(entry: Entry) -> bool:
    return draws.draw_of(entry) is not None and f"{entry['number']}.{entry['seat']}" in entry.get("deadlines", {})


def _asked(seen: VisibleGame, webhook: Webhook, entry: Entry) -> Iterator[TurnToPlay]:
    """Whose turn it became with this entry, and still is."""
    if seen.game.paused_at is not None or _is_half_a_turn(entry):
        return
    for turn in seen.turns:
        player = seen.seats[turn.seat].player
        if turn.prompt_opened == entry["number"] and player is not None and not is_stand_in(player):
            mention = webhook.mentions.get(player.pk, "")
            yield TurnToPlay(player.name, mention, turn.deadline_at)


def _ranking(seats: Sequence[Seat]) -> list[str]:
    ranked = sorted((seat for seat in seats if seat.rank is not None), key=lambda seat: (seat.rank, seat.number))
    return [
        _("%(rank)d. %(name)s, %(points)d points.")
        % {"rank": seat.rank, "name": seat.player.display_name if seat.player else "–", "points": seat.points or 0}
        for seat in ranked
    ]

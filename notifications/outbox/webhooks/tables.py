"""A table's messages to a chat, which contain only what any spectator may know, whoever has attached the webhook.

They describe entries in sentences, if moves are wanted; whose turn it has become, if that is wanted and still true; and
lines of talk, if spectators may read them. The start and the end are always included.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.boards import Board
from games.errors import NotFound
from games.lobby.visible import VisibleGame, seen_by
from games.logged_entries import LoggedEntry
from games.models import Game, Seat
from games.presentation import words
from games.presentation.words import draws
from games.table import store
from games.table.play.open_seats import is_stand_in
from games.table.talk import rights, talk_lines
from notifications.letters import news
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.webhooks.events import ENTRY, TALK, TEST, YOUR_TURN
from notifications.outbox.webhooks.formats import ChatNews, TurnToPlay

STARTED: Final = "started"


@dataclass(frozen=True)
class Spectator:
    """The reader of a chat's news: any spectator of the game."""

    game: Game
    seats: Sequence[Seat]
    seat: int | None = None

    @property
    def board(self) -> Board:
        """Return the board: cities, routes and tickets."""
        return engine.ruleset(self.game.ruleset, self.game.options).board

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        player = self.seats[seat].player
        if player is None or player.erased_at is not None:
            return _("Seat %(number)d (former player)") % {"number": seat + 1}
        return player.name


def news_for(delivery: WebhookDelivery) -> ChatNews | None:
    """Return the news to tell now; None if there is none, or it is no longer true."""
    webhook = delivery.webhook
    visible = _visible_game(webhook)
    if visible is None:
        return None
    if delivery.event == TEST:
        return _build_news(visible, [_("This is where news of the game will come.")])
    if delivery.event == TALK:
        return _tell_line(visible, delivery.line or 0)
    return _tell_entry(visible, webhook, delivery.entry or 0)


def _visible_game(webhook: Webhook) -> VisibleGame | None:
    """Return the game, if its host is still the player who attached the webhook."""
    try:
        visible = seen_by(webhook.player, str(webhook.game_id))
    except NotFound:
        return None
    return visible if visible.game.host_id == webhook.player_id else None


def _build_news(visible: VisibleGame, sentences: Sequence[str], turns: Sequence[TurnToPlay] = ()) -> ChatNews:
    page = settings.PUBLIC_URL + reverse("table", args=[visible.game.pk])
    return ChatNews(words.game_name(visible.game), page, sentences, turns)


def _tell_line(visible: VisibleGame, number: int) -> ChatNews | None:
    if not rights.may_read(visible.game, None):
        return None
    lines = talk_lines.after(visible.game, None, None, number - 1, 1)
    if not lines or lines[0].number != number or not lines[0].text:
        return None
    sentence = _("%(name)s: %(text)s") % {"name": lines[0].by.display_name, "text": lines[0].text}
    return _build_news(visible, [sentence])


def _tell_entry(visible: VisibleGame, webhook: Webhook, number: int) -> ChatNews | None:
    entries = store.log_for(visible.game, None, max(number - 2, 0), 2)
    if not entries or entries[-1]["number"] != number:
        return None
    entry = entries[-1]
    over = any(event["type"] == "game_ended" for event in entry["events"])
    is_told = ENTRY in webhook.events or entry["kind"] == STARTED or over
    sentences = _tell_entries(visible, entries) if is_told else []
    if over:
        sentences += _list_ranking(visible.seats)
    turns = list(_turns_to_play(visible, webhook, entry)) if YOUR_TURN in webhook.events else []
    return _build_news(visible, sentences, turns) if sentences or turns else None


def _tell_entries(visible: VisibleGame, entries: Sequence[LoggedEntry]) -> list[str]:
    """Describe the last of these entries, together with the one before if that is a turn's first card.

    Return no sentences for a turn's first card, which is described together with the next entry.
    """
    if _is_half_a_turn(entries[-1]):
        return []
    first = 0 if len(entries) > 1 and _is_half_a_turn(entries[0]) else len(entries) - 1
    return news.lines_of(entries[first:], entries, Spectator(visible.game, visible.seats))


def _is_half_a_turn(entry: LoggedEntry) -> bool:
    return draws.draw_of(entry) is not None and f"{entry['number']}.{entry['seat']}" in entry.get("deadlines", {})


def _turns_to_play(visible: VisibleGame, webhook: Webhook, entry: LoggedEntry) -> Iterator[TurnToPlay]:
    """Yield the players whose turn began with this entry, and still continues."""
    if visible.game.paused_at is not None or _is_half_a_turn(entry):
        return
    for turn in visible.turns:
        player = visible.seats[turn.seat].player
        if turn.prompt_opened == entry["number"] and player is not None and not is_stand_in(player):
            mention = webhook.mentions.get(player.pk, "")
            yield TurnToPlay(player.name, mention, turn.deadline_at)


def _list_ranking(seats: Sequence[Seat]) -> list[str]:
    ranked = sorted((seat for seat in seats if seat.rank is not None), key=lambda seat: (seat.rank, seat.number))
    return [
        ngettext(
            "%(rank)d. %(name)s, %(points)d point.", "%(rank)d. %(name)s, %(points)d points.", abs(seat.points or 0)
        )
        % {"rank": seat.rank, "name": seat.player.display_name if seat.player else "–", "points": seat.points or 0}
        for seat in ranked
    ]

"""Formats of a table's messages to chats: Discord's webhooks, and ntfy's JSON for phones.

Names and lines are players' own words. In Discord they become plain text, without formatting, disguised links or
mentions, and only the players whom this very message addresses are mentioned. ntfy shows plain text and has no
mentions; a player's tag there is one that phones can filter by.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from django.utils.translation import gettext as _

from engine.codec import Json
from games.errors import Unprocessable
from games.instants import in_utc
from notifications.models import Webhook
from notifications.outbox.calls.http_post import Attempt

Format = Webhook.Format

LONGEST_DISCORD: Final = 2000
"""Maximum characters of a message."""
LONGEST_NTFY: Final = 4000
"""Maximum bytes of a message; a longer one would arrive as a file."""
NO_PREVIEWS: Final = 1 << 2
"""Discord's flag SUPPRESS_EMBEDS."""
ROOM_BELOW: Final = 600
"""Characters reserved for whose turn it is, and for the link."""
MARKED: Final = re.compile(r"([\\*_~`|<>#\[\]()-])")
DISCORD_USER: Final = re.compile(r"\d{17,20}", re.ASCII)
NTFY_TAG: Final = re.compile(r"[A-Za-z0-9_+-]{1,32}", re.ASCII)
NTFY_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
CALM, URGENT = 3, 4
"""ntfy's priorities."""


@dataclass(frozen=True, slots=True)
class TurnToPlay:
    """A player whose turn it is, and the deadline; `mention` is the player's identity in the chat, "" if unknown."""

    name: str
    mention: str
    until: datetime


@dataclass(frozen=True, slots=True)
class ChatNews:
    """A table's news for a chat: the game's name and page, sentences, and whose turn it has become."""

    title: str
    page: str
    sentences: Sequence[str]
    turns: Sequence[TurnToPlay] = ()


class Verdict(Enum):
    """The consequence of a refusal: try again, never again, or never again with this message."""

    AGAIN = auto()
    GONE = auto()
    WRONG = auto()


def verdict(webhook: Webhook, attempt: Attempt) -> Verdict:
    """Return the consequence of a refusal.

    Chats use other statuses than our own to say that a webhook no longer exists.
    """
    if attempt.gone or (webhook.game_id and attempt.status in (401, 403, 404)):
        return Verdict.GONE
    if webhook.game_id and attempt.status in (400, 413, 422):
        return Verdict.WRONG
    return Verdict.AGAIN


def check_address(form: str, url: str) -> None:
    """Refuse an ntfy address without a topic at its end. Raises Unprocessable("ntfy_topic")."""
    if form == Format.NTFY and not NTFY_TOPIC.fullmatch(_topic(url)):
        raise Unprocessable("ntfy_topic")


def check_mention(form: str, mention: str) -> None:
    """Refuse a mention that does not have the chat's form. Raises Unprocessable("wrong_mention")."""
    if not MENTIONS[form].fullmatch(mention):
        raise Unprocessable("wrong_mention", mention=mention)


def posted(form: str, url: str, news: ChatNews) -> tuple[str, Json]:
    """Return where to post the news, and the body."""
    return WRITERS[form](url, news)


def _write_discord(url: str, news: ChatNews) -> tuple[str, Json]:
    turn_lines = [_tell_turn(turn) for turn in news.turns]
    below = "\n".join([*turn_lines, f"**{plain(news.title)}** <{news.page}>"])
    text = _cut(plain(" ".join(news.sentences)), LONGEST_DISCORD - max(len(below), ROOM_BELOW) - 1)
    return url, {
        "content": "\n".join(filter(None, [text, below]))[:LONGEST_DISCORD],
        "allowed_mentions": {"parse": [], "users": [turn.mention for turn in news.turns if turn.mention]},
        "flags": NO_PREVIEWS,
    }


def _tell_turn(turn: TurnToPlay) -> str:
    """Say whose turn it is, with the deadline by each reader's own clock."""
    name = f"<@{turn.mention}>" if turn.mention else plain(turn.name)
    return _("%(name)s, it’s your turn until %(until)s.") % {
        "name": name,
        "until": f"<t:{int(turn.until.timestamp())}:f>",
    }


def plain(text: str) -> str:
    """Return text that Discord shows literally: without formatting, disguised links or mentions."""
    return MARKED.sub(r"\\\1", text).replace("@", "@\u200b")


def _write_ntfy(url: str, news: ChatNews) -> tuple[str, Json]:
    turn_lines = [
        _("%(name)s, it’s your turn until %(until)s.") % {"name": turn.name, "until": in_utc(turn.until)}
        for turn in news.turns
    ]
    parts = urlsplit(url)
    root = parts.path.rstrip("/").rpartition("/")[0] + "/"
    payload = {
        "topic": _topic(url),
        "title": news.title,
        "message": _cut_bytes("\n".join(filter(None, [" ".join(news.sentences), *turn_lines])), LONGEST_NTFY),
        "click": news.page,
        "priority": URGENT if turn_lines else CALM,
        "tags": [turn.mention for turn in news.turns if turn.mention],
    }
    return urlunsplit(parts._replace(path=root)), payload


def _topic(url: str) -> str:
    return urlsplit(url).path.rstrip("/").rpartition("/")[2]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip("\\") + "…"


def _cut_bytes(text: str, most: int) -> str:
    encoded = text.encode()
    return text if len(encoded) <= most else encoded[: most - 3].decode(errors="ignore") + "…"


MENTIONS: Final[dict[str, re.Pattern[str]]] = {Format.DISCORD: DISCORD_USER, Format.NTFY: NTFY_TAG}
WRITERS: Final[dict[str, Callable[[str, ChatNews], tuple[str, dict[str, object]]]]] = {
    Format.DISCORD: _write_discord,
    Format.NTFY: _write_ntfy,
}

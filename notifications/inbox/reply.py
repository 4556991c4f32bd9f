"""A player's reply: whose it is, what it answers, and what is said of its orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.errors import EngineError
from games import refusals
from games.errors import Refused
from games.models import Game, Player
from notifications.models import ReplyAddress

MOST_NAMED: Final = 10
SHOWN: Final = 100
"""Characters of a line that somebody typed, in what we say of it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A player's reply: by whom, in which game, in answer to which question.

    `suggested`: the number that a yes plays. `is_sure`: the player has confirmed what is asked.
    `proposal`: what a yes agrees to, and a no declines. `is_to_digest`: it is one of several games that the email was
    about. `letters`: those of the tickets on offer. `asked_at`: when that email was written.
    """

    player: Player
    game: Game
    prompt: str
    listed: Sequence[Sequence[str]]
    now: datetime
    asked_at: datetime
    suggested: int | None = None
    is_sure: bool = False
    is_to_digest: bool = False
    proposal: str | None = None
    letters: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def to_address(cls, address: ReplyAddress, now: datetime, *, is_sure: bool = False) -> "Reply":
        """Return a reply that came to this address, which is of one game."""
        assert address.game is not None
        about = (address.player, address.game, address.prompt, address.listed, now, address.created_at)
        return cls(*about, suggested=address.suggested, is_sure=is_sure, proposal=address.proposal_id)


@dataclass(frozen=True, slots=True)
class LikelyMoves:
    """Legal answers to a question that may have been meant, in notation."""

    prompt: str
    moves: Sequence[str]


@dataclass(slots=True)
class ActedOn:
    """The outcome of an email: in sentences, line by line; whether anything was done, or waits for a `yes`.

    `shows`: what the answer is to show, since the player asked to see it; `suggests`: what may have been meant;
    `must_tell`: there is more to say than that all was done: a refusal, a question, what was asked for. `has_order`:
    something was meant as an order, be it one or not.
    """

    sentences: list[str] = field(default_factory=list)
    shows: list[str] = field(default_factory=list)
    suggests: LikelyMoves | None = None
    did_anything: bool = False
    waits: bool = False
    must_tell: bool = False
    has_order: bool = False


def refused(line: str, refusal: EngineError | Refused) -> str:
    """Say why an order was not carried out, as the API would."""
    if refusal.code == "prompt_not_open":
        return too_late(line)
    if refusal.code == "turn_ended":
        return after_the_turn(line)
    problem = refusals.explained(refusal)
    return _("Not done: %(line)s. %(why)s") % {"line": short(line), "why": problem.detail or f"{problem.title}."}


def too_late(line: str) -> str:
    """Say that a move answers what is not asked any more."""
    return _("Not played: %(line)s. It answers a question that is no longer open.") % {"line": short(line)}


def after_the_turn(line: str) -> str:
    """Say that a move stands below one that ended the turn."""
    return _("Not played: %(line)s. The move before it ended your turn.") % {"line": short(line)}


def not_done_either(lines: Sequence[str]) -> str:
    """Name the lines below one that stopped them."""
    return _("Not done either: %(lines)s.") % {"lines": "; ".join(map(short, lines[:MOST_NAMED]))}


def short(line: str) -> str:
    """Return what somebody typed, cut to the length that we quote."""
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"

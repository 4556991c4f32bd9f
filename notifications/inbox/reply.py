"""A player's reply: its author, the question it answers, and the outcome of its orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.errors import EngineError
from games import refusals
from games.errors import Refused
from games.models import Game, Player
from games.presentation.words.draws import Draw
from games.presentation.words.lists import listed_with_commas
from notifications.models import ReplyAddress
from notifications.order_words import order_words
from notifications.policy.kinds import NotificationKind

MOST_NAMED: Final = 10
OVER: Final = frozenset({Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID})
SHOWN: Final = 100
"""How many characters of a typed line we quote."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A player's reply: its author, the game, and the question it answers.

    `suggested` is the number that a yes plays; `is_sure` means that the player has confirmed the question. `proposal`
    is what a yes agrees to and a no declines. `is_to_digest`: the email was about several games. `letters` are those of
    the tickets on offer; `asked_at` is when that email was written.
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
        """Return a reply sent to this address, which belongs to one game."""
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
    """The outcome of an email in sentences, line by line, and whether anything was done or waits for a `yes`.

    `shows` are the sections that the player asked to see; `suggests` the moves that may have been meant; `must_tell`
    means that there is more to say than that everything was done: a refusal, a question, a requested section.
    `has_order` means that something was meant as an order, valid or not. `played` tells the first move that was played
    as anybody may know it, for a subject that others may see on a screen. `unsaid` is what stood beside the orders.
    `tickets` has a line for each ticket chosen, and `afterwards` what came of that. `includes` are kinds of
    notifications that the answer tells, too; `has_moved`: a move, a vote or a seat has moved the game on; `asks`: the
    last move has opened a question for its own player. `leads_to` is another table that it links to; `proposal` is what
    the email asked about, answered or not; `drew` is the card that the last move drew.
    """

    sentences: list[str] = field(default_factory=list)
    shows: list[str] = field(default_factory=list)
    suggests: LikelyMoves | None = None
    did_anything: bool = False
    waits: bool = False
    must_tell: bool = False
    has_order: bool = False
    has_moved: bool = False
    asks: bool = False
    played: str = ""
    done: str = ""
    unsaid: str = ""
    tickets: list[str] = field(default_factory=list)
    afterwards: list[str] = field(default_factory=list)
    includes: Sequence[NotificationKind] = ()
    proposal: str | None = None
    leads_to: str = ""
    drew: Draw | None = None


def refused(line: str, refusal: EngineError | Refused) -> str:
    """Explain why an order was not carried out, in the same words as the API."""
    if refusal.code == "prompt_not_open":
        return too_late(line)
    if refusal.code == "turn_ended":
        return after_the_turn(line)
    if refusal.code == "game_not_running" and refusal.detail.get("game_status") in OVER:
        return _("Not done: “%(line)s”. The game is over.") % {"line": short(line)}
    sentence = refused_because(line, explain_refusal(refusal))
    if refusal.code == "game_paused":
        return " ".join((sentence, _("To play on, reply “%(go_on)s”.") % order_words()))
    return sentence


def refused_because(line: str, why: str) -> str:
    """Say that an order was not carried out, and why."""
    return _("Not done: “%(line)s”. %(why)s") % {"line": short(line), "why": why}


def explain_refusal(refusal: EngineError | Refused) -> str:
    """Return why something was refused, in sentences; those of a service need their title."""
    problem = refusals.explained(refusal)
    if problem.detail and isinstance(refusal, EngineError):
        return problem.detail
    return problem.sentences


def too_late(line: str) -> str:
    """Say that a move answers a question that is no longer open."""
    return _("Not played: “%(line)s”. It answers a question that is no longer open.") % {"line": short(line)}


def not_your_turn(line: str) -> str:
    """Say that a move was not asked for."""
    return _("Not played: “%(line)s”. It is not your turn now.") % {"line": short(line)}


def after_the_turn(line: str) -> str:
    """Say that a move comes after one that ended the turn."""
    return _("Not played: “%(line)s”. The move before it ended your turn.") % {"line": short(line)}


def not_done_either(lines: Sequence[str]) -> str:
    """List the lines that were not carried out because an earlier one failed."""
    quoted = listed_with_commas(f"“{short(line)}”" for line in lines[:MOST_NAMED])
    return _("Not done either: %(lines)s.") % {"lines": quoted}


def short(line: str) -> str:
    """Return a typed line, cut to the length that we quote, without a full stop of its own."""
    return line.rstrip(". ") if len(line) <= SHOWN else f"{line[:SHOWN]}…"

"""Playing from the page: the moves of a form, by the service that the API uses; and what a refusal says to people."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import EngineError
from games.errors import Refused
from games.instants import rfc3339
from games.models import Player
from games.models.talk import LONGEST_LINE
from games.play import moves
from games.refusals import explained
from games.talk import saying
from games.web.table import clock, news
from games.web.table.page import Banner
from games.web.table.sight import Sight

MOST: Final = 4
LONGEST: Final = 200
STALE: Final = "prompt_not_open"
REUSED: Final = "idempotency_key_reused"


class NothingChosen(Exception):
    """The form came without a move."""


@dataclass(frozen=True)
class PostedMoves:
    """What was played: the number of its first entry, whether some of it was refused, and whether it was known."""

    first: int
    short: bool
    before: bool


def wanted(posted: QueryDict) -> list[moves.MoveText]:
    """The moves of a form, in notation: each for itself; a verb with the numbers of the tickets that were ticked; or
    that of a button which plays another `instead`.
    """
    instead, verb = posted.get("instead", ""), posted.get("verb", "")
    if instead:
        return [instead[:LONGEST]]
    if verb:
        numbers = [number for number in posted.getlist("ticket") if number.isascii() and number.isdigit()]
        return [f"{verb} {' '.join(numbers) or 'none'}"[:LONGEST]]
    return [text[:LONGEST] for text in posted.getlist("move")[:MOST] if text]


def said_with(posted: QueryDict) -> str:
    """What the player says with the move; "" for nothing."""
    return posted.get("say", "")[: 4 * LONGEST_LINE].strip()


def play(player: Player, game_id: str, posted: QueryDict, now: datetime) -> PostedMoves:
    """Play what the form says, and say its words. Raises NothingChosen, and what `saying.say_with_move` raises; then
    nothing has changed.
    """
    chosen = wanted(posted)
    if not chosen:
        raise NothingChosen
    asked = moves.Request(
        prompt=posted.get("prompt", "")[:20],
        moves=chosen,
        key=posted.get("key", "")[:40] or None,
        words=said_with(posted),
    )
    done = saying.say_with_move(player=player, game_id=game_id, request=asked, now=now)
    before = bool(done.told) and done.told[0]["at"] != rfc3339(now)
    return PostedMoves(done.entries[0], done.refused is not None, before)


def nothing_chosen() -> Banner:
    """What to say then."""
    return Banner(_("Choose something first."), [_("Nothing was played.")], wrong=True)


def no_words(posted: QueryDict) -> Banner:
    """What to say where the link in an email is to say something, with the words, so that they are not lost."""
    told = [_("Nothing was played."), _("Your words: %(words)s") % {"words": said_with(posted)}]
    return Banner(_("Sign in to say something."), told, wrong=True)


def notice(sight: Sight, posted: QueryDict, refusal: EngineError | Refused) -> tuple[Banner, int]:
    """What to say of a refusal on the page as it is now, and the answer's status."""
    if isinstance(refusal, EngineError):
        why = explained(refusal).detail
        return Banner(why, [_("Nothing was played.")], wrong=True, rule=str(refusal.detail.get("rule", ""))), 422
    if refusal.code == STALE:
        return _stale(sight, posted), 409
    if refusal.code == REUSED:
        return already(sight, posted), 409
    said = explained(refusal)
    lines = [line for line in (said.detail, _("Nothing was played.")) if line]
    return Banner(f"{said.title}.", lines, True), said.status


def _stale(sight: Sight, posted: QueryDict) -> Banner:
    """The question is closed: by the viewer, or by what others did."""
    prompt = posted.get("prompt", "")
    if any(entry.get("prompt") == prompt and entry["seat"] == sight.seat for entry in sight.entries):
        return already(sight, posted)
    seen = posted.get("entry", "")
    since = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else sight.game.head
    told = [line.text for line in news.lines(sight) if line.number > since]
    return Banner(_("Something has changed meanwhile."), [*told[::-1], _("Nothing was played.")])


def already(sight: Sight, posted: QueryDict) -> Banner:
    """This was played: when, and what."""
    prompt = posted.get("prompt", "")
    own = [entry for entry in sight.entries if entry.get("prompt") == prompt and entry["seat"] == sight.seat]
    told = [
        _("%(told)s (%(when)s)") % {"told": line.text, "when": clock.day_and_time(line.at, sight.now, sight.zone)}
        for line in news.lines(sight, own)[::-1]
    ]
    return Banner(_("This was played already."), [*told, _("Here is the table as it is now.")])

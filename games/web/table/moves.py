"""Playing from the page: the moves of a form, by the service that the API uses; and explaining refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import EngineError
from games.errors import Refused
from games.instants import rfc3339
from games.logged_entries import LoggedEntry
from games.models import Player
from games.models.talk import LONGEST_LINE
from games.refusals import explained
from games.table.play import moves
from games.table.talk import new_lines
from games.web.table import clock, news
from games.web.table.page import Banner
from games.web.table.sight import Sight

MOST: Final = 4
LONGEST: Final = 200
CLOSED: Final = frozenset({"prompt_not_open", "idempotency_key_reused"})
"""Why a question takes no answer: another one, or none, is open; or the same form has sent another move."""
TOO_FEW: Final = "too_few_tickets_kept"


class NothingChosen(Exception):
    """The error that the form was sent without a move."""


@dataclass(frozen=True)
class PostedMoves:
    """The moves that were played. `first`: the number of their first entry.

    `short`: not all of them were accepted; `before`: an earlier request had already played them.
    """

    first: int
    short: bool
    before: bool


def wanted(posted: QueryDict) -> list[moves.MoveText]:
    """Return the moves of a form, in notation.

    These are its moves as they are; or a verb with the numbers of the checked tickets; or the move of a button that
    plays another one `instead`.
    """
    instead, verb = posted.get("instead", ""), posted.get("verb", "")
    if instead:
        return [instead[:LONGEST]]
    if verb:
        numbers = [number for number in posted.getlist("ticket") if number.isascii() and number.isdigit()]
        return [f"{verb} {' '.join(numbers) or 'none'}"[:LONGEST]]
    return [text[:LONGEST] for text in posted.getlist("move")[:MOST] if text]


def said_with(posted: QueryDict) -> str:
    """Return what the player says along with the move; "" for nothing."""
    return posted.get("say", "")[: 4 * LONGEST_LINE].strip()


def play(player: Player, game_id: str, posted: QueryDict, now: datetime) -> PostedMoves:
    """Play the form's moves, and say its words.

    Raise NothingChosen, and whatever `new_lines.say_with_move` raises; then nothing has changed.
    """
    chosen = wanted(posted)
    if not chosen:
        raise NothingChosen
    request = moves.Request(
        prompt=posted.get("prompt", "")[:20],
        moves=chosen,
        key=posted.get("key", "")[:40] or None,
        words=said_with(posted),
    )
    outcome = new_lines.say_with_move(player=player, game_id=game_id, request=request, now=now)
    before = bool(outcome.told) and outcome.told[0]["at"] != rfc3339(now)
    return PostedMoves(outcome.entries[0], outcome.refused is not None, before)


def nothing_chosen() -> Banner:
    """Return the banner for a form without a move."""
    return Banner(_("Choose something first."), [_("Nothing was played.")], wrong=True)


def no_words(posted: QueryDict) -> Banner:
    """Return the banner that tells a reader who came by a link to sign in before they say something.

    It repeats their words, so that they are not lost.
    """
    lines = [_("Nothing was played."), _("Your words: %(words)s") % {"words": said_with(posted)}]
    return Banner(_("Sign in to say something."), lines, wrong=True)


def notice(sight: Sight, posted: QueryDict, refusal: EngineError | Refused) -> tuple[Banner, int]:
    """Return the banner that explains a refusal on the page's present state, and the status of the response."""
    if isinstance(refusal, EngineError):
        rule = str(refusal.detail.get("rule", ""))
        return Banner(_say_why(refusal), [_("Nothing was played.")], wrong=True, rule=rule), 422
    if refusal.code in CLOSED:
        return _say_what_changed(sight, posted), 409
    explanation = explained(refusal)
    lines = [line for line in (explanation.detail, _("Nothing was played.")) if line]
    return Banner(explanation.heading, lines, True), explanation.status


def _say_why(refusal: EngineError) -> str:
    """Return why a move was refused; a page shows tickets by their cities, so no sentence names their numbers."""
    if refusal.code != TOO_FEW:
        return explained(refusal).detail
    least = int(str(refusal.detail["at_least"]))
    return ngettext("Keep at least %(n)d ticket.", "Keep at least %(n)d tickets.", least) % {"n": least}


def _say_what_changed(sight: Sight, posted: QueryDict) -> Banner:
    """Return the banner for a question that is closed: answered by the viewer, or overtaken by what happened since."""
    prompt = posted.get("prompt", "")
    own = [entry for entry in sight.entries if entry.get("prompt") == prompt and entry["seat"] == sight.seat]
    if any(not sight.is_taken_back(entry) for entry in own):
        return _say_answer(sight, own)
    entry_shown = posted.get("entry", "")
    since = (
        int(entry_shown)
        if entry_shown.isascii() and entry_shown.isdigit() and len(entry_shown) < 10
        else sight.game.head
    )
    sentences = [line.text for line in news.lines(sight) if line.number > since]
    return Banner(_("Something has changed meanwhile."), [*sentences[::-1], _("Nothing was played.")])


def _say_answer(sight: Sight, own: Sequence[LoggedEntry]) -> Banner:
    """Return the banner that says how the viewer answered a question, whose form may have asked for another move."""
    sentences = [
        _("%(told)s (%(when)s)") % {"told": line.text, "when": clock.day_and_time(line.at, sight.now, sight.zone)}
        for line in news.lines(sight, own)[::-1]
    ]
    lines = [*sentences, _("Nothing else was played."), _("Here is the table as it is now.")]
    return Banner(_("You have answered this already."), lines)


def played_before(sight: Sight, first: int) -> Banner:
    """Return the banner for a form that was sent again, whose move is entry `first`: it may have been taken back."""
    now = _("Here is the table as it is now.")
    if first in sight.taken_back:
        return Banner(_("This was played, and then taken back."), [now])
    return Banner(_("This was played already."), [now])

"""The table as an answer: what its page shows, for every view that leads there or says there why something failed."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from games.errors import NotFound
from games.pictures import inline
from games.seats import notes
from games.seats.visible import VisibleGame
from games.talk import nudging
from games.web.offline import viewer
from games.web.seat_link.browsers import Viewer
from games.web.table import page, posting, proposals, sight, talk
from games.web.table.page import Banner, Page
from games.web.table.steps import Step

NOTHING_TYPED: Final[Mapping[str, str]] = {}


def seen(seer: Viewer, game_id: str, now: datetime) -> sight.Sight:
    """The game for this viewer. A link is good for one seat, so it leads to none of the player's other games.

    Raises Http404; `sight.NotBegun` for a game of which the viewer may know.
    """
    try:
        found = sight.load_sight(seer.player, game_id, now)
    except sight.NotBegun:
        raise
    except NotFound as error:
        raise Http404 from error
    return found if seer.right is None else replace(found, alone=True)


def table(
    request: HttpRequest,
    shown: Page,
    seer: Viewer,
    note: str,
    status: int = 200,
    typed: Mapping[str, str] = NOTHING_TYPED,
) -> HttpResponse:
    """The whole page. `note`: what the viewer has written down, or was just typing. `typed`: see `_words`."""
    context = {
        "typed": "",
        "talk_notice": None,
        **typed,
        "page": shown,
        "right": seer.right,
        "note": note,
        **(_of_account(shown.sight) if seer.right is None else {}),
        "noted": "noted" in request.GET,
        "awaited": None if shown.sight.awaited is None else len(shown.sight.awaited),
        "panel": shown.panel,
        "body": shown.panel.asked.body,
        **_of_page(request, shown),
    }
    answer = render(request, "web/table/table.html", context, status=status)
    if seer.right is not None:
        answer[viewer.HEADER] = viewer.NOBODY
    return answer


def _of_account(sight: sight.Sight) -> dict[str, Any]:
    """What the link in an email neither shows nor does."""
    return {
        "talk": talk.among(_visible(sight), sight.player, sight.lines, sight.now),
        "talk_from": talk.TABLE,
        "agreements": proposals.shown_agreements(sight),
        "nudges": offers_nudge(sight),
    }


def refused(
    request: HttpRequest, seer: Viewer, game_id: str, notice: Banner, status: int, note: str | None = None
) -> HttpResponse:
    """The table as it is now, with the choice that was made and why nothing came of it; at the table's own address."""
    found = seen(seer, game_id, timezone.now())
    shown = page.make(found, Step.read(_step(request), request.POST), notice)
    kept = _note(seer, game_id) if note is None else note
    answer = table(request, shown, seer, kept, status, _words(request.POST, found))
    answer["Cache-Control"] = "no-store"
    answer["HX-Push-Url"] = reverse("table", args=[game_id])
    return answer


def offers_nudge(sight: sight.Sight) -> bool:
    """Whether the viewer could nudge somebody now."""
    if sight.seat is None or sight.game.practice:
        return False
    return nudging.why_not(sight.game, sight.seats, sight.turns, sight.seat, sight.now) is None


def _step(request: HttpRequest) -> dict[str, str]:
    """How far the choice had come, by the form's address or its own word."""
    return request.GET.dict() or QueryDict(request.POST.get("step", "")[:400]).dict()


def _words(posted: QueryDict, found: sight.Sight) -> Mapping[str, str]:
    """What the viewer wanted to say with a move that was refused: with the next try, or by itself if what the move
    answered is no longer asked.
    """
    open_still = found.prompt is not None and found.prompt["id"] == posted.get("prompt")
    return {"say_with" if open_still else "typed": posting.said_with(posted)}


def _note(seer: Viewer, game_id: str) -> str:
    found = notes.read_note(seer.player, game_id) if seer.player and seer.may("note") else None
    return found.text if found else ""


def _visible(seen: sight.Sight) -> VisibleGame:
    return VisibleGame(seen.game, list(seen.seats), list(seen.turns), seen.seat)


def _of_page(request: HttpRequest, shown: Page) -> dict[str, Any]:
    game, prompt = shown.sight.game, shown.sight.prompt
    return {
        "game": game,
        "prompt": prompt["id"] if prompt else "",
        "key": uuid4().hex,
        "signs": inline.signs(),
        "step": request.GET.urlencode(),
        "url": reverse("table", args=[game.pk]),
    }

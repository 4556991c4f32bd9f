"""The table's responses: its page, for every view that returns to it or explains a failure on it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from games.errors import NotFound
from games.lobby import notes
from games.lobby.visible import VisibleGame
from games.presentation.pictures import inline
from games.table.talk import nudges
from games.web.offline import viewer
from games.web.seat_link.browsers import Viewer
from games.web.table import lesson, moves, page, proposals, sight, talk
from games.web.table.page import Banner, Page
from games.web.table.steps import Step

NOTHING_TYPED: Final[Mapping[str, str]] = {}


def seen(seer: Viewer, game_id: str, now: datetime) -> sight.Sight:
    """Return the game as this viewer sees it. A link is for one seat, so it leads to none of the player's other games.

    Raise Http404; or `sight.NotBegun` for a game that has not begun and that the viewer may know of.
    """
    try:
        seat_view = sight.load_sight(seer.player, game_id, now)
    except sight.NotBegun:
        raise
    except NotFound as error:
        raise Http404 from error
    return seat_view if seer.right is None else replace(seat_view, alone=True)


def table(
    request: HttpRequest,
    game_page: Page,
    seer: Viewer,
    note: str,
    status: int = 200,
    typed: Mapping[str, str] = NOTHING_TYPED,
) -> HttpResponse:
    """Answer with the whole page.

    `note`: the viewer's note, saved or just being typed. `typed`: see `_read_words`.
    """
    context = {
        "typed": "",
        "talk_notice": None,
        **typed,
        "page": game_page,
        "right": seer.right,
        "note": note,
        **(_build_account_context(game_page.sight) if seer.right is None else {}),
        "noted": "noted" in request.GET,
        "awaited": None if game_page.sight.awaited is None else len(game_page.sight.awaited),
        "panel": game_page.panel,
        "body": game_page.panel.question.body,
        **_build_page_context(request, game_page),
    }
    answer = render(request, "web/table/table.html", context, status=status)
    if seer.right is not None:
        answer[viewer.HEADER] = viewer.NOBODY
    return answer


def _build_account_context(sight: sight.Sight) -> dict[str, object]:
    """Return what only an account may see and do, but a link to the seat may not."""
    return {
        "talk": talk.among(_build_visible_game(sight), sight.player, sight.lines, sight.now),
        "talk_from": talk.TABLE,
        "agreements": proposals.shown_agreements(sight),
        "nudges": offers_nudge(sight),
    }


def refused(
    request: HttpRequest, seer: Viewer, game_id: str, notice: Banner, status: int, note: str | None = None
) -> HttpResponse:
    """Answer with the table's present page, the choice as it was made, and the reason for the refusal.

    The browser then shows the table's own address.
    """
    seat_view = seen(seer, game_id, timezone.now())
    coach = lesson.find_coach(request, seat_view)
    game_page = page.make(seat_view, Step.read(_read_step(request), request.POST), notice, coach)
    note_text = _read_note(seer, game_id) if note is None else note
    answer = table(request, game_page, seer, note_text, status, _read_words(request.POST, seat_view))
    answer["Cache-Control"] = "no-store"
    answer["HX-Push-Url"] = reverse("table", args=[game_id])
    return answer


def offers_nudge(sight: sight.Sight) -> bool:
    """Check whether the viewer can nudge somebody now."""
    if sight.seat is None or sight.game.practice:
        return False
    return nudges.why_not(sight.game, sight.seats, sight.turns, sight.seat, sight.now) is None


def _read_step(request: HttpRequest) -> dict[str, str]:
    """Return the step of the choice, from the form's address or from its hidden field."""
    return request.GET.dict() or QueryDict(request.POST.get("step", "")[:400]).dict()


def _read_words(posted: QueryDict, seat_view: sight.Sight) -> Mapping[str, str]:
    """Return what the viewer wanted to say with a move that was refused.

    It is put into the form of the next try; or, if the question of the move is closed, into the talk's own form.
    """
    open_still = seat_view.prompt is not None and seat_view.prompt["id"] == posted.get("prompt")
    return {"say_with" if open_still else "typed": moves.said_with(posted)}


def _read_note(seer: Viewer, game_id: str) -> str:
    saved_note = notes.read_note(seer.player, game_id) if seer.player and seer.may("note") else None
    return saved_note.text if saved_note else ""


def _build_visible_game(seat_view: sight.Sight) -> VisibleGame:
    return VisibleGame(seat_view.game, list(seat_view.seats), list(seat_view.turns), seat_view.seat)


def _build_page_context(request: HttpRequest, game_page: Page) -> dict[str, object]:
    game, prompt = game_page.sight.game, game_page.sight.prompt
    return {
        "game": game,
        "prompt": prompt["id"] if prompt else "",
        "key": uuid4().hex,
        "signs": inline.signs(),
        "step": request.GET.urlencode(),
        "lesson_left": "left" in request.GET and lesson.has_left(request),
        "url": reverse("table", args=[game.pk]),
    }

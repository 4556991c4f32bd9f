"""The page of a game: looked at with GET, played at with POST; and what polls for news."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_safe

from engine.errors import EngineError
from games.errors import NotFound, Refused
from games.models import Player
from games.pictures import inline
from games.seats import notes, presence
from games.web.seat_link.browsers import Viewer, acts, says_when_over, viewer
from games.web.table import news, page, posting, sight, tags
from games.web.table.page import Banner, Page
from games.web.table.steps import Step

LOG_PAGE: Final = 200


@method_decorator([csrf_protect, says_when_over], name="dispatch")
class TablePage(View):
    """The table. To anyone who may not know of the game, it does not exist."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """The table at the step that the address says. It changes nothing."""
        seer, now = viewer(request, game_id), timezone.now()
        note = notes.of(seer.player, game_id) if seer.player else None
        tag = _tag(request, seer, game_id, now, note and note.written_at)
        if tags.is_fresh(request, tag):
            return tags.tagged(HttpResponse(status=304), tag)
        try:
            seen = _seen(seer, game_id, now)
        except sight.NotBegun:
            return redirect("waiting-room", game_id)
        notice = Banner(_("This was played already."), [_("Here is the table as it is now.")])
        shown = page.of(seen, Step.read(request.GET.dict()), notice if "again" in request.GET else None)
        return tags.tagged(_page(request, shown, seer, note.text if note else ""), tag)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Plays what the form says, and goes on to the table as it is then; or says why not, and keeps the choice."""
        seer, now = viewer(request, game_id), timezone.now()
        if seer.player is None or not seer.may("play"):
            return redirect(f"{reverse('account_login')}?next={reverse('table', args=[game_id])}")
        _seen(seer, game_id, now)
        acts(request, seer)
        try:
            played = posting.play(seer.player, game_id, request.POST, now)
        except posting.NothingChosen:
            return self._again(request, seer, game_id, posting.nothing_chosen(), 422)
        except (EngineError, Refused) as refusal:
            notice, status = posting.notice(_seen(seer, game_id, timezone.now()), request.POST, refusal)
            return self._again(request, seer, game_id, notice, status)
        more = ("&short" if played.short else "") + ("&again" if played.before else "")
        return HttpResponseRedirect(f"{request.path}?played={played.first}{more}", status=303)

    def _again(self, request: HttpRequest, seer: Viewer, game_id: str, notice: Banner, status: int) -> HttpResponse:
        """The table as it is now, with the choice that was made."""
        seen = _seen(seer, game_id, timezone.now())
        shown = page.of(seen, Step.read(request.GET.dict(), request.POST), notice)
        note = notes.of(seer.player, game_id) if seer.player else None
        answer = _page(request, shown, seer, note.text if note else "", status)
        answer["Cache-Control"] = "no-store"
        return answer


def _tag(request: HttpRequest, seer: Viewer, game_id: str, now: datetime, *more: object) -> str:
    """The page tells how many minutes are left, so it is another one every minute."""
    return tags.tag(request, _state(seer, game_id, now), int(now.timestamp() // 60), *more)


def _state(seer: Viewer, game_id: str, now: datetime) -> list[object]:
    """What can change for this viewer. Anyone who sits there has the table open now: the turn's email can wait."""
    try:
        found = tags.state(seer.player, game_id)
    except NotFound as error:
        raise Http404 from error
    if seer.player is not None and tags.sits(seer.player, found):
        presence.note(game_id, seer.player.pk, now)
    return [seer.right is not None, *found]


def _seen(seer: Viewer, game_id: str, now: datetime) -> sight.Sight:
    """A link is good for one seat, so that nobody is led on from it to the player's other games."""
    try:
        seen = sight.of(seer.player, game_id, now)
    except sight.NotBegun:
        raise
    except NotFound as error:
        raise Http404 from error
    return seen if seer.right is None else replace(seen, alone=True)


def _page(request: HttpRequest, shown: Page, seer: Viewer, note: str, status: int = 200) -> HttpResponse:
    context = {
        "page": shown,
        "right": seer.right,
        "note": note,
        "noted": "noted" in request.GET,
        "panel": shown.panel,
        "body": shown.panel.asked.body,
        **_facts(request, shown),
    }
    return render(request, "web/table/table.html", context, status=status)


def _facts(request: HttpRequest, shown: Page) -> dict[str, Any]:
    game, prompt = shown.sight.game, shown.sight.prompt
    return {
        "game": game,
        "prompt": prompt["id"] if prompt else "",
        "key": uuid4().hex,
        "signs": inline.signs(),
        "step": request.GET.urlencode(),
        "url": reverse("table", args=[game.pk]),
    }


@require_safe
@says_when_over
def table_news(request: HttpRequest, game_id: str) -> HttpResponse:
    """What has happened since an entry, for a page that is open: 304 as long as nothing has."""
    now = timezone.now()
    if "If-None-Match" in request.headers and (holder := tags.holder(request, game_id)):
        presence.note(game_id, holder, now)
        request.user = Player(pk=holder)  # whom the log of requests would read, session and all
        return tags.not_modified(request)
    seer = viewer(request, game_id)
    tag = tags.tag(request, _state(seer, game_id, now))
    if tags.is_fresh(request, tag):
        return tags.tagged(HttpResponse(status=304), tag)
    seen = _seen(seer, game_id, now)
    since = request.GET.get("entry", "")
    after = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else seen.game.head
    told = [line.told for line in news.lines(seen) if line.number > after]
    asks = seen.running and seen.game.paused_at is None and seen.prompt is not None
    return tags.tagged(JsonResponse({"head": seen.game.head, "asks": asks, "told": told[::-1]}), tag)


@require_safe
@says_when_over
def table_log(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole log in sentences, the newest first, so many entries at a time."""
    seer, now = viewer(request, game_id), timezone.now()
    tag = _tag(request, seer, game_id, now)
    if tags.is_fresh(request, tag):
        return tags.tagged(HttpResponse(status=304), tag)
    seen = _seen(seer, game_id, now)
    before = request.GET.get("before", "")
    last = min(
        int(before) if before.isascii() and before.isdigit() and len(before) < 10 else seen.game.head, seen.game.head
    )
    lines, rest = page.whole_log(seen, last, LOG_PAGE)
    context = {"page": page.of(seen, Step()), "game": seen.game, "lines": lines, "rest": rest, "right": seer.right}
    return tags.tagged(render(request, "web/table/log.html", {**context, "signs": inline.signs()}), tag)

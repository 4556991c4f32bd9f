"""The page of a game: looked at with GET, played at with POST; and what polls for news."""

from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_safe

from engine.errors import EngineError
from games.errors import Refused
from games.pictures import inline
from games.talk import reading, rights
from games.web.seat_link.browsers import acts, says_when_over, viewer
from games.web.table import news, page, posting, showing, sight, talk
from games.web.table.page import Banner
from games.web.table.steps import Step
from games.web.table.tags import PageWatch

LOG_PAGE: Final = 200
TALK: Final = "talk"


@method_decorator([csrf_protect, says_when_over], name="dispatch")
class TablePage(View):
    """The table. For anyone who may not know of the game, it does not exist."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """The table at the step that the address says. It changes nothing."""
        now = timezone.now()
        watch = PageWatch(request, game_id, now, _minute(now))
        if known := watch.known():
            return known
        seer = viewer(request, game_id)
        if fresh := watch.fresh(seer):
            return fresh
        try:
            seen = showing.seen(seer, game_id, now)
        except sight.NotBegun:
            return redirect("waiting-room", game_id)
        step = Step.read(request.GET.dict())
        if step.is_too_late(seen.prompt):
            shown = page.make(seen, Step(), _too_late(seen))
        else:
            shown = page.make(seen, step, _notice(request))
        return watch.tagged(showing.table(request, shown, seer, watch.note(seer)))

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Plays what the form says, and goes on to the table as it is then; or says why not, and keeps the choice."""
        seer, now = viewer(request, game_id), timezone.now()
        if seer.player is None or not seer.may("play"):
            return redirect(f"{reverse('account_login')}?next={reverse('table', args=[game_id])}")
        showing.seen(seer, game_id, now)
        acts(request, seer)
        if posting.said_with(request.POST) and not seer.may(TALK):
            return showing.refused(request, seer, game_id, posting.no_words(request.POST), 403)
        try:
            played = posting.play(seer.player, game_id, request.POST, now)
        except posting.NothingChosen:
            return showing.refused(request, seer, game_id, posting.nothing_chosen(), 422)
        except (EngineError, Refused) as refusal:
            notice, status = posting.notice(showing.seen(seer, game_id, timezone.now()), request.POST, refusal)
            return showing.refused(request, seer, game_id, notice, status)
        more = ("&short" if played.short else "") + ("&again" if played.before else "")
        return HttpResponseRedirect(f"{request.path}?played={played.first}{more}", status=303)


def _notice(request: HttpRequest) -> Banner | None:
    """What is to be said of what the browser has just sent."""
    if "again" in request.GET:
        return Banner(_("This was played already."), [_("Here is the table as it is now.")])
    if "nudged" in request.GET:
        return Banner(_("Nudged."), [_("We pass it on in an email, when that suits.")])
    if "taken_back" in request.GET:
        return Banner(_("Your last move is taken back."))
    if "planned" in request.GET:
        then = _("On your turn, the first line that can be played is played for you, a few minutes later.")
        return Banner(_("Your plan is kept."), [then])
    return None


def _too_late(seen: sight.Sight) -> Banner:
    """Of a link in an email: what it chooses can no longer be played."""
    then = _("Here is what you are asked now.") if seen.prompt else _("Here is the table as it is now.")
    return Banner(_("That move answers a question that is closed."), [then])


def _minute(now: datetime) -> int:
    """The page tells how many minutes are left, so it is another one every minute."""
    return int(now.timestamp() // 60)


@require_safe
@says_when_over
def table_news(request: HttpRequest, game_id: str) -> HttpResponse:
    """What has happened since an entry, for a page that is open: 304 as long as nothing has."""
    watch = PageWatch(request, game_id, now := timezone.now())
    if known := watch.known():
        return known
    seer = viewer(request, game_id)
    if fresh := watch.fresh(seer):
        return fresh
    seen = showing.seen(seer, game_id, now)
    told = [line.text for line in news.since(seen, _number(request, "entry", seen.game.head))]
    asks = seen.running and seen.game.paused_at is None and seen.prompt is not None
    line, said = _new_talk(request, seen) if seer.may(TALK) else (0, [])
    answer = {"head": seen.game.head, "asks": asks, "told": told[::-1], "line": line, "said": said}
    return watch.tagged(JsonResponse(answer))


def _new_talk(request: HttpRequest, seen: sight.Sight) -> tuple[int, list[str]]:
    """The number of the talk's last line, and what others said since the one that the page has."""
    if seen.game.practice or not rights.may_read(seen.game, seen.seat):
        return 0, []
    lines = reading.after(
        seen.game, seen.player, seen.seat, _number(request, "line", seen.game.lines), sight.MOST_LINES
    )
    return seen.game.lines, talk.spoken_lines(lines, seen.player)


@require_safe
@says_when_over
def table_log(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole log in sentences, the newest first, so many entries at a time."""
    watch = PageWatch(request, game_id, now := timezone.now(), _minute(now))
    if known := watch.known():
        return known
    seer = viewer(request, game_id)
    if fresh := watch.fresh(seer):
        return fresh
    seen = showing.seen(seer, game_id, now)
    last = min(_number(request, "before", seen.game.head), seen.game.head)
    lines, rest = page.whole_log(seen, last, LOG_PAGE)
    context = {"page": page.make(seen, Step()), "game": seen.game, "lines": lines, "rest": rest, "right": seer.right}
    return watch.tagged(render(request, "web/table/log.html", {**context, "signs": inline.signs()}))


def _number(request: HttpRequest, name: str, default: int) -> int:
    """The number of an entry in the address's query; the default if there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default

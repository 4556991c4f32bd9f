"""The page of a game: GET shows it, POST plays; and the address that an open page polls for news."""

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
from games.presentation.pictures import inline
from games.ratings import results
from games.table.talk import rights, talk_lines
from games.web.confirmations import confirmed
from games.web.language import finds_reader_late
from games.web.seat_link.browsers import acts, says_when_over, viewer
from games.web.table import affairs, lesson, moves, news, page, plan_page, proposals, rematch, responses, sight, talk
from games.web.table.page import Banner
from games.web.table.steps import Step
from games.web.table.tags import PageWatch

LOG_PAGE: Final = 200
TALK: Final = "talk"


@method_decorator([finds_reader_late, csrf_protect, says_when_over], name="dispatch")
class TablePage(View):
    """The table. It does not exist for anyone who may not know of the game."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the table at the step in the address."""
        now = timezone.now()
        watch = PageWatch(request, game_id, now, _minutes_since_epoch(now))
        if unchanged := watch.unchanged():
            return unchanged
        seer = viewer(request, game_id)
        if fresh := watch.fresh(seer):
            return fresh
        try:
            seat_view = responses.seen(seer, game_id, now)
        except sight.NotBegun:
            return redirect("waiting-room", game_id)
        step = Step.read(request.GET.dict())
        notice = _confirm_action(request, seat_view, step)
        if step.is_too_late(seat_view.prompt):
            step, notice = Step(), _say_too_late(seat_view)
        notice = notice or affairs.confirm_action(request, seat_view)
        game_page = page.make(seat_view, step, notice, lesson.find_coach(request, seat_view))
        return watch.tagged(responses.table(request, game_page, seer, watch.note(seer)))

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Play the form's moves and redirect to the table; or explain the failure, and keep the choice."""
        seer, now = viewer(request, game_id), timezone.now()
        if seer.player is None or not seer.may("play"):
            return redirect(f"{reverse('account_login')}?next={reverse('table', args=[game_id])}")
        responses.seen(seer, game_id, now)
        acts(request, seer)
        if moves.said_with(request.POST) and not seer.may(TALK):
            return responses.refused(request, seer, game_id, moves.no_words(request.POST), 403)
        try:
            played = moves.play(seer.player, game_id, request.POST, now)
        except moves.NothingChosen:
            return responses.refused(request, seer, game_id, moves.nothing_chosen(), 422)
        except (EngineError, Refused) as refusal:
            notice, status = moves.notice(responses.seen(seer, game_id, timezone.now()), request.POST, refusal)
            return responses.refused(request, seer, game_id, notice, status)
        more = ("&short" if played.short else "") + ("&again" if played.before else "")
        return HttpResponseRedirect(f"{request.path}?played={played.first}{more}", status=303)


def _confirm_action(request: HttpRequest, seat_view: sight.Sight, step: Step) -> Banner | None:
    """Return the banner that confirms the browser's last action, if any."""
    if "again" in request.GET:
        return moves.played_before(seat_view, step.played)
    facts = confirmed(request)
    if "nudged" in facts:
        return Banner(_("Nudged."), [_("We email them, outside their quiet hours.")])
    if "taken_back" in facts and news.has_just_taken_back(seat_view):
        return Banner(_("Your last move is taken back."), [_("You can do that once in each turn.")])
    return plan_page.plan_kept() if "planned" in facts else None


def _say_too_late(seat_view: sight.Sight) -> Banner:
    """Return the banner for a link in an email whose move can no longer be played."""
    then = _("Here is what you are asked now.") if seat_view.prompt else _("Here is the table as it is now.")
    return Banner(_("That move answers a question that is closed."), [then])


def _minutes_since_epoch(now: datetime) -> int:
    """Return the minute, for the page's tag: the page shows how many minutes are left, so it changes every minute."""
    return int(now.timestamp() // 60)


@finds_reader_late
@require_safe
@says_when_over
def table_news(request: HttpRequest, game_id: str) -> HttpResponse:
    """Answer an open page with what has happened since an entry; 304 if nothing has."""
    watch = PageWatch(request, game_id, now := timezone.now(), is_open=True)
    if unchanged := watch.unchanged():
        return unchanged
    seer = viewer(request, game_id)
    if fresh := watch.fresh(seer):
        return fresh
    seat_view = responses.seen(seer, game_id, now)
    sentences = [line.text for line in news.since(seat_view, _read_number(request, "entry", seat_view.game.head))]
    prompt = seat_view.prompt if seat_view.running and seat_view.game.paused_at is None else None
    line, spoken = _list_new_talk(request, seat_view) if seer.may(TALK) else (0, [])
    agreements = proposals.shown_agreements(seat_view) if seer.right is None else None
    answer = {
        "head": seat_view.game.head,
        "asks": prompt["id"] if prompt else "",
        "told": sentences[::-1],
        "line": line,
        "said": spoken,
        "proposals": len(agreements.proposals) if agreements else 0,
        "proposed": [proposal.sentence for proposal in agreements.asks] if agreements else [],
        **({} if seat_view.running else {"again": _describe_rematch(seat_view)}),
    }
    return watch.tagged(JsonResponse(answer))


def _describe_rematch(seat_view: sight.Sight) -> str:
    invitation = rematch.find_rematch(seat_view)
    return invitation.words if invitation else ""


def _list_new_talk(request: HttpRequest, seat_view: sight.Sight) -> tuple[int, list[str]]:
    """Return the number of the talk's last line, and what others said since the page's last line."""
    if seat_view.game.practice or not rights.may_read(seat_view.game, seat_view.seat):
        return 0, []
    lines = talk_lines.after(
        seat_view.game,
        seat_view.player,
        seat_view.seat,
        _read_number(request, "line", seat_view.game.lines),
        sight.MOST_LINES,
    )
    return seat_view.game.lines, talk.spoken_lines(lines, seat_view.player)


@finds_reader_late
@require_safe
@says_when_over
def table_log(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a page of the log in sentences, newest first."""
    watch = PageWatch(request, game_id, now := timezone.now(), _minutes_since_epoch(now))
    if unchanged := watch.unchanged():
        return unchanged
    seer = viewer(request, game_id)
    if fresh := watch.fresh(seer):
        return fresh
    seat_view = responses.seen(seer, game_id, now)
    last = min(_read_number(request, "before", seat_view.game.head), seat_view.game.head)
    lines, rest = page.whole_log(seat_view, last, LOG_PAGE)
    context = {
        "page": page.make(seat_view, Step()),
        "game": seat_view.game,
        "can_count": results.can_count(seat_view.game),
        "lines": lines,
        "rest": rest,
        "right": seer.right,
    }
    return watch.tagged(render(request, "web/table/log.html", {**context, "signs": inline.signs()}))


def _read_number(request: HttpRequest, name: str, default: int) -> int:
    """Return the number of an entry or line in the address's query; the default if there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default

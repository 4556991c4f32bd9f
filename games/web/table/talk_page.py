"""The talk's own page, with all lines, muting and reporting; and the target of the talk's forms on other pages."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.errors import NotFound, Refused
from games.lobby.visible import VisibleGame, seen_by
from games.models import Dispute, Game, Player, TalkMute
from games.models.talk import LONGEST_LINE
from games.names import paragraphs
from games.people import relations
from games.presentation import words
from games.presentation.pictures import inline
from games.refusals import explained
from games.table.disputes import lifecycle
from games.table.disputes import selectors as disputes
from games.table.talk import new_lines, reports, rights, talk_lines
from games.web.confirmations import confirmed, redirect_confirming
from games.web.seat_link.browsers import Viewer, ask_to_sign_in, says_when_over, viewer
from games.web.table import talk
from games.web.table.affairs import no_button, refused, reported
from games.web.table.page import Banner

ACTS: Final = frozenset({"say", "read", "mute", "unmute", "report", "withdraw", "open", "close"})
RIGHT: Final = "talk"
"""The right to read and join in the talk, which a link to a seat does not give."""


@method_decorator([csrf_protect, never_cache, says_when_over], name="dispatch")
class TalkPage(View):
    """The talk's page. It does not exist for anyone who may not read the talk."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the last lines, or those before a number; to an open page, send only the last lines."""
        seer = viewer(request, game_id)
        if not seer.may(RIGHT):
            return ask_to_sign_in(request, game_id)
        visible_game = _find_game(seer, game_id)
        if "HX-Request" in request.headers:
            return _show_lines(request, seer, visible_game)
        if "report" in request.GET:
            return _show_report_form(request, seer, visible_game)
        return _show_page(request, seer, visible_game, reported() if "reported" in confirmed(request) else None)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Say a line, or perform the form's other action, and redirect to where the form was."""
        seer, action = viewer(request, game_id), request.POST.get("do", "")
        if seer.player is None:
            return HttpResponseRedirect(f"{reverse('account_login')}?next={reverse('table-talk', args=[game_id])}")
        if not seer.may(RIGHT):
            return ask_to_sign_in(request, game_id)
        visible_game = _find_game(seer, game_id)
        if action not in ACTS:
            return _show_page(request, seer, visible_game, no_button(), 400)
        try:
            _act(request, action, seer.player, visible_game)
        except Refused as refusal:
            return _show_refusal(request, seer, game_id, refusal)
        if "HX-Request" in request.headers:
            return _show_section(request, seer, _find_game(seer, game_id))
        return _redirect_back(request, visible_game.game)


def _find_game(seer: Viewer, game_id: str) -> VisibleGame:
    """Return the game. Raise Http404 for anyone who may not know of it, or not read its talk."""
    try:
        visible_game = seen_by(seer.player, game_id)
    except NotFound:
        raise Http404 from None
    if visible_game.game.practice or not rights.may_read(visible_game.game, visible_game.own):
        raise Http404
    return visible_game


def _act(request: HttpRequest, action: str, player: Player, visible_game: VisibleGame) -> None:
    """Perform the form's action. Raise Refused."""
    form, now, game = request.POST, timezone.now(), visible_game.game
    match action:
        case "say":
            text, key = form.get("text", "")[: 4 * LONGEST_LINE], form.get("key", "")[:40] or None
            new_lines.say(player=player, game_id=game.pk, text=text, now=now, key=key)
        case "read":
            talk_lines.mark(player=player, game=game, number=_read_number(form, "number"))
        case "mute":
            relations.add(TalkMute, player=player, other_id=form.get("player", "")[:12], now=now)
        case "unmute":
            relations.remove(TalkMute, player=player, other_id=form.get("player", "")[:12])
        case "report":
            why = paragraphs(form.get("text", ""))[:2000]
            reports.report(player=player, game_id=game.pk, number=_read_number(form, "number"), now=now, text=why)
        case "withdraw":
            dispute_id = disputes.in_game(form.get("dispute", "")[:12], game.pk)
            lifecycle.withdraw(player=player, dispute_id=dispute_id, now=now)
        case "open" | "close":
            rights.open_talk(host=player, game_id=game.pk, is_open=action == "open", now=now)


def _redirect_back(request: HttpRequest, game: Game) -> HttpResponse:
    """Redirect to the page where the form was; a script on that page requests it anew."""
    action, origin, game_id = request.POST.get("do", ""), request.POST.get("from"), game.pk
    if action == "report":
        view_name = "table-disputes" if game.head else "table-talk"
        return redirect_confirming(reverse(view_name, args=[game_id]), reported=1)
    if origin == talk.ROOM:
        return HttpResponseRedirect(f"{reverse('waiting-room', args=[game_id])}#talk", status=303)
    if origin == talk.TABLE:
        step = QueryDict(request.POST.get("step", "")[:400], mutable=True)
        step["said"] = request.POST.get("key", "")[:8] or "1"
        return HttpResponseRedirect(f"{reverse('table', args=[game_id])}?{step.urlencode()}#talk", status=303)
    muted = f"?muted={request.POST.get('player', '')[:12]}" if action == "mute" else ""
    return HttpResponseRedirect(f"{reverse('table-talk', args=[game_id])}{muted}", status=303)


def _show_refusal(request: HttpRequest, seer: Viewer, game_id: str, refusal: Refused) -> HttpResponse:
    """Explain the refusal, with the form as it was typed."""
    visible_game, notice, status = _find_game(seer, game_id), refused(refusal), explained(refusal).status
    typed = request.POST.get("text", "")[: 4 * LONGEST_LINE]
    if "HX-Request" in request.headers:
        return _show_section(request, seer, visible_game, notice, status, typed)
    return _show_page(request, seer, visible_game, notice, status, typed)


def _show_report_form(request: HttpRequest, seer: Viewer, visible_game: VisibleGame) -> HttpResponse:
    """Show a line to report, and who will read the report.

    Raise Http404 if the viewer can't report it.
    """
    number = _read_number(request.GET, "report")
    line = (
        next(iter(talk_lines.after(visible_game.game, seer.player, visible_game.own, number - 1, 1)), None)
        if number
        else None
    )
    if line is None or line.number != number or not line.text or visible_game.own is None:
        raise Http404
    context = {"line": line, "game": visible_game.game, "title": words.game_name(visible_game.game)}
    return render(request, "web/table/report.html", context)


def _show_lines(request: HttpRequest, seer: Viewer, visible_game: VisibleGame) -> HttpResponse:
    """Answer with the last lines as shown at the table."""
    shown_talk = talk.shown_talk(visible_game, seer.player, timezone.now())
    return render(
        request, "web/table/_talk_lines.html", {"talk": shown_talk, "game": visible_game.game, "talk_from": talk.TABLE}
    )


def _show_section(
    request: HttpRequest,
    seer: Viewer,
    visible_game: VisibleGame,
    notice: Banner | None = None,
    status: int = 200,
    typed: str = "",
) -> HttpResponse:
    """Answer with the talk as a section, for an open page."""
    context = {
        "talk": talk.shown_talk(visible_game, seer.player, timezone.now()),
        "talk_notice": notice,
        "typed": typed,
        "talk_from": request.POST.get("from", ""),
        "game": visible_game.game,
        "step": request.POST.get("step", "")[:400],
    }
    return render(request, "web/table/_talk.html", context, status=status)


def _show_page(
    request: HttpRequest,
    seer: Viewer,
    visible_game: VisibleGame,
    notice: Banner | None = None,
    status: int = 200,
    typed: str = "",
) -> HttpResponse:
    before = _read_number(request.GET, "before") or visible_game.game.lines + 1
    lines = (
        talk_lines.before(visible_game.game, seer.player, visible_game.own, before) if visible_game.game.lines else []
    )
    context: dict[str, object] = {
        "game": visible_game.game,
        "title": words.game_name(visible_game.game),
        "talk": talk.shown(visible_game, seer.player, lines, timezone.now()),
        "rest": lines[0].number if len(lines) == talk_lines.MOST else 0,
        "notice": notice,
        "typed": typed,
        "signs": inline.signs(),
        "just_muted": _find_just_muted(request, seer),
        "muted": seer.player is not None and relations.select(TalkMute, seer.player).exists(),
        "may_mute": seer.player is not None,
        "reports": _list_reports(seer, visible_game),
        "back": reverse("table" if visible_game.game.head else "waiting-room", args=[visible_game.game.pk]),
    }
    return render(request, "web/table/talk.html", context, status=status)


def _list_reports(seer: Viewer, visible_game: VisibleGame) -> list[Dispute]:
    """Return what the viewer has reported before the start, when there is no page of disputes yet."""
    return (
        [] if visible_game.game.head or seer.player is None else list(disputes.told_to(seer.player, visible_game.game))
    )


def _find_just_muted(request: HttpRequest, seer: Viewer) -> TalkMute | None:
    """Return the mute that the viewer has just set, so that another click can undo it."""
    player_id = request.GET.get("muted", "")[:12]
    if seer.player is None or not player_id:
        return None
    return relations.select(TalkMute, seer.player).filter(other=player_id).first()


def _read_number(query: QueryDict, name: str) -> int:
    """Return a number from a form or an address; 0 if there is none."""
    text = query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

"""The talk's own page: all that was said, muting and reporting; and where its forms are sent from other pages."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games import words
from games.disputes import handling
from games.disputes import selectors as disputes
from games.errors import NotFound, Refused
from games.models import Dispute, Game, Player, TalkMute
from games.models.talk import LONGEST_LINE
from games.names import paragraphs
from games.pictures import inline
from games.refusals import explained
from games.seats.visible import VisibleGame, seen_by
from games.talk import mutes, reading, reporting, rights, saying
from games.web.seat_link.browsers import Viewer, ask_to_sign_in, says_when_over, viewer
from games.web.table import talk
from games.web.table.affairs import no_button, refused, reported
from games.web.table.page import Banner

ACTS: Final = frozenset({"say", "read", "mute", "unmute", "report", "withdraw", "open", "close"})
RIGHT: Final = "talk"
"""What the link to a seat is not for: neither to read nor to join in."""


@method_decorator([csrf_protect, never_cache, says_when_over], name="dispatch")
class TalkPage(View):
    """The talk. For anyone who may not read it, it does not exist."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """The last lines, or those before a number; for a page that is open, only them. It changes nothing."""
        seer = viewer(request, game_id)
        if not seer.may(RIGHT):
            return ask_to_sign_in(request, game_id)
        seen = _seen(seer, game_id)
        if "HX-Request" in request.headers:
            return _lines(request, seer, seen)
        if "report" in request.GET:
            return _report(request, seer, seen)
        return _page(request, seer, seen, reported() if "reported" in request.GET else None)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Says a line, or does what else a form asks for; and leads back to where the form was."""
        seer, wanted = viewer(request, game_id), request.POST.get("do", "")
        if seer.player is None:
            return HttpResponseRedirect(f"{reverse('account_login')}?next={reverse('table-talk', args=[game_id])}")
        if not seer.may(RIGHT):
            return ask_to_sign_in(request, game_id)
        seen = _seen(seer, game_id)
        if wanted not in ACTS:
            return _page(request, seer, seen, no_button(), 400)
        try:
            _do(request, wanted, seer.player, seen)
        except Refused as refusal:
            return _again(request, seer, game_id, refusal)
        if "HX-Request" in request.headers:
            return _section(request, seer, _seen(seer, game_id))
        return _back(request, seen.game)


def _seen(seer: Viewer, game_id: str) -> VisibleGame:
    """Raises Http404 for anyone who may not know of the game, or not read its talk."""
    try:
        seen = seen_by(seer.player, game_id)
    except NotFound:
        raise Http404 from None
    if seen.game.practice or not rights.may_read(seen.game, seen.own):
        raise Http404
    return seen


def _do(request: HttpRequest, wanted: str, player: Player, seen: VisibleGame) -> None:
    """Raises Refused."""
    said, now, game = request.POST, timezone.now(), seen.game
    match wanted:
        case "say":
            text, key = said.get("text", "")[: 4 * LONGEST_LINE], said.get("key", "")[:40] or None
            saying.say(player=player, game_id=game.pk, text=text, now=now, key=key)
        case "read":
            reading.mark(player=player, game=game, number=_number(said, "number"))
        case "mute":
            mutes.mute(player=player, muted_id=said.get("player", "")[:12], now=now)
        case "unmute":
            mutes.unmute(player=player, muted_id=said.get("player", "")[:12])
        case "report":
            why = paragraphs(said.get("text", ""))[:2000]
            reporting.report(player=player, game_id=game.pk, number=_number(said, "number"), now=now, text=why)
        case "withdraw":
            about = disputes.in_game(said.get("dispute", "")[:12], game.pk)
            handling.withdraw(player=player, dispute_id=about, now=now)
        case "open" | "close":
            rights.open_talk(host=player, game_id=game.pk, is_open=wanted == "open", now=now)


def _back(request: HttpRequest, game: Game) -> HttpResponse:
    """To the page where the form was; a browser that has that page asks for it anew."""
    wanted, origin, game_id = request.POST.get("do", ""), request.POST.get("from"), game.pk
    if wanted == "report":
        told = "table-disputes" if game.head else "table-talk"
        return HttpResponseRedirect(f"{reverse(told, args=[game_id])}?reported=1", status=303)
    if origin == talk.ROOM:
        return HttpResponseRedirect(f"{reverse('waiting-room', args=[game_id])}#talk", status=303)
    if origin == talk.TABLE:
        step = QueryDict(request.POST.get("step", "")[:400], mutable=True)
        step["said"] = request.POST.get("key", "")[:8] or "1"
        return HttpResponseRedirect(f"{reverse('table', args=[game_id])}?{step.urlencode()}#talk", status=303)
    muted = f"?muted={request.POST.get('player', '')[:12]}" if wanted == "mute" else ""
    return HttpResponseRedirect(f"{reverse('table-talk', args=[game_id])}{muted}", status=303)


def _again(request: HttpRequest, seer: Viewer, game_id: str, refusal: Refused) -> HttpResponse:
    """What was typed stays where it is refused."""
    seen, told, status = _seen(seer, game_id), refused(refusal), explained(refusal).status
    typed = request.POST.get("text", "")[: 4 * LONGEST_LINE]
    if "HX-Request" in request.headers:
        return _section(request, seer, seen, told, status, typed)
    return _page(request, seer, seen, told, status, typed)


def _report(request: HttpRequest, seer: Viewer, seen: VisibleGame) -> HttpResponse:
    """A line that is to be reported, and who will read that. Raises Http404 where the viewer can't report it."""
    number = _number(request.GET, "report")
    line = next(iter(reading.after(seen.game, seer.player, seen.own, number - 1, 1)), None) if number else None
    if line is None or line.number != number or not line.text or seen.own is None:
        raise Http404
    context = {"line": line, "game": seen.game, "title": words.game_name(seen.game)}
    return render(request, "web/table/report.html", context)


def _lines(request: HttpRequest, seer: Viewer, seen: VisibleGame) -> HttpResponse:
    """The last lines as they stand at the table."""
    shown = talk.shown_talk(seen, seer.player, timezone.now())
    return render(request, "web/table/_talk_lines.html", {"talk": shown, "game": seen.game, "talk_from": talk.TABLE})


def _section(
    request: HttpRequest,
    seer: Viewer,
    seen: VisibleGame,
    notice: Banner | None = None,
    status: int = 200,
    typed: str = "",
) -> HttpResponse:
    """The part of a page, for a page that is open."""
    context = {
        "talk": talk.shown_talk(seen, seer.player, timezone.now()),
        "talk_notice": notice,
        "typed": typed,
        "talk_from": request.POST.get("from", ""),
        "game": seen.game,
        "step": request.POST.get("step", "")[:400],
    }
    return render(request, "web/table/_talk.html", context, status=status)


def _page(
    request: HttpRequest,
    seer: Viewer,
    seen: VisibleGame,
    notice: Banner | None = None,
    status: int = 200,
    typed: str = "",
) -> HttpResponse:
    before = _number(request.GET, "before") or seen.game.lines + 1
    lines = reading.before(seen.game, seer.player, seen.own, before) if seen.game.lines else []
    context: dict[str, Any] = {
        "game": seen.game,
        "title": words.game_name(seen.game),
        "talk": talk.shown(seen, seer.player, lines, timezone.now()),
        "rest": lines[0].number if len(lines) == reading.MOST else 0,
        "notice": notice,
        "typed": typed,
        "signs": inline.signs(),
        "just_muted": _just_muted(request, seer),
        "muted": seer.player is not None and mutes.mutes_by(seer.player).exists(),
        "may_mute": seer.player is not None,
        "reports": _reports(seer, seen),
        "back": reverse("table" if seen.game.head else "waiting-room", args=[seen.game.pk]),
    }
    return render(request, "web/table/talk.html", context, status=status)


def _reports(seer: Viewer, seen: VisibleGame) -> list[Dispute]:
    """What the viewer has reported before the start, when there is no page of disputes yet."""
    return [] if seen.game.head or seer.player is None else list(disputes.told_to(seer.player, seen.game))


def _just_muted(request: HttpRequest, seer: Viewer) -> TalkMute | None:
    """Whom the viewer has muted by the last press of a button; another press takes it back."""
    asked = request.GET.get("muted", "")[:12]
    return mutes.mutes_by(seer.player).filter(muted=asked).first() if asked and seer.player else None


def _number(said: QueryDict, name: str) -> int:
    """A number of a form or an address; 0 if there is none."""
    text = said.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

"""The page on which a competition's host corrects the result of a game, in two steps, or takes that back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions import corrections, hosts
from games.competitions.audience import Competition
from games.competitions.corrections import ResultRuling
from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.competitions.standing_changes import CompetitionGame
from games.errors import NotFound, Refused
from games.models import Game, Player, ResultCorrection, Seat
from games.people import rights
from games.web.access import comes_as_admin, reader_of
from games.web.sign_in import page


@dataclass(frozen=True)
class Judge:
    """Somebody who decides about results of a competition: its host, or an admin who has shown a second factor."""

    player: Player
    as_admin: bool


def find_judge(request: HttpRequest, competition: Competition) -> Judge | None:
    """Return the reader as a judge of the competition, if they are one."""
    reader = reader_of(request)
    if reader is None:
        return None
    as_admin = comes_as_admin(request) and rights.has(reader, hosts.RIGHT)
    return Judge(reader, as_admin) if as_admin or hosts.is_host(reader, competition) else None


@dataclass(frozen=True)
class Judged:
    """The games of a page whose results have been corrected, and those about which the reader can decide."""

    corrections: Mapping[str, ResultCorrection]
    by_reader: Collection[str]


def list_judged(
    competition: Competition, fixtures: Sequence[CompetitionGame], judge: Judge | None, now: datetime
) -> Judged:
    """Return what hosts have decided, and can decide, about these games."""
    rows = corrections.in_force(row.game_id for row in fixtures if row.game_id)
    by_reader = corrections.list_judgeable(judge.player, competition, fixtures, now) if judge else ()
    return Judged(rows, by_reader)


@method_decorator([csrf_protect, never_cache], name="dispatch")
class CorrectionPage(View):
    """A game of a competition, for its hosts alone: its places, and a form for other ones with a preview."""

    def get(self, request: HttpRequest, game_id: str, **competition_id: str) -> HttpResponse:
        competition, judge = _find(request, **competition_id)
        return _show_page(request, competition, game_id, judge)

    def post(self, request: HttpRequest, game_id: str, **competition_id: str) -> HttpResponse:
        """Show what a correction changes; make it once it has been shown so; or undo it."""
        competition, judge = _find(request, **competition_id)
        try:
            confirmation = _act(request.POST, competition, game_id, judge, timezone.now())
        except NotFound:
            raise Http404 from None
        except Refused as refusal:
            return _show_page(request, competition, game_id, judge, refusal)
        if confirmation:
            messages.success(request, confirmation)
            return redirect(hosts.page_of(competition))
        return _show_page(request, competition, game_id, judge)


def _find(request: HttpRequest, *, cup_id: str = "", league_id: str = "") -> tuple[Competition, Judge]:
    """Return the competition and its judge. Raise Http404 for anyone else."""
    reader = reader_of(request)
    try:
        competition: Competition = cups.get(reader, cup_id) if cup_id else leagues.get(reader, league_id)
    except NotFound:
        raise Http404 from None
    judge = find_judge(request, competition)
    if judge is None:
        raise Http404
    return competition, judge


def _act(posted: QueryDict, competition: Competition, game_id: str, judge: Judge, now: datetime) -> str:
    """Make or undo the correction, and return what to say of it; "" if its preview is to be shown."""
    if posted.get("do") == "undo":
        corrections.undo(host=judge.player, competition=competition, game_id=game_id, now=now, as_admin=judge.as_admin)
        return _("The game counts again as it was played. Everyone who sat at its table gets an email.")
    ruling = _read_ruling(posted, game_id)
    if posted.get("do") != "correct" or posted.get("seen") != _key_of(ruling):
        return ""  # the places are others than those whose preview was shown
    corrections.correct(host=judge.player, competition=competition, ruling=ruling, now=now, as_admin=judge.as_admin)
    return _("The result is corrected. Everyone who sat at the table gets an email.")


def _read_ruling(posted: QueryDict, game_id: str) -> ResultRuling:
    places = posted.getlist("place")
    return ResultRuling(
        game_id=game_id,
        ranks=[int(place) if place.isdecimal() and len(place) < 3 else 0 for place in places],
        reason=posted.get("reason", ""),
        head=int(head) if (head := posted.get("head", "")).isdecimal() and len(head) < 10 else None,
    )


def _key_of(ruling: ResultRuling) -> str:
    """Return what tells whether the correction is still the one that was previewed."""
    return ",".join(map(str, ruling.ranks))


def _show_page(
    request: HttpRequest, competition: Competition, game_id: str, judge: Judge, refusal: Refused | None = None
) -> HttpResponse:
    ruling, now = _read_ruling(request.POST, game_id), timezone.now()
    head = Game.objects.filter(pk=game_id).values_list("head", flat=True).first()
    correction = corrections.in_force([game_id]).get(game_id)
    seats = list(Seat.objects.filter(game=game_id).select_related("player").order_by("number"))
    context: dict[str, object] = {
        "competition": competition,
        "back": hosts.page_of(competition),
        "game_id": game_id,
        "correction": correction,
        "seats": [
            {
                "seat": seat,
                "corrected": correction.ranks[seat.number] if correction else None,
                "chosen": ruling.ranks[seat.number] if len(ruling.ranks) == len(seats) else seat.rank,
            }
            for seat in seats
        ],
        "numbers": range(1, len(seats) + 1),
        "reason": ruling.reason,
        "longest": corrections.LONGEST_REASON,
    }
    try:
        if ruling.ranks and refusal is None and correction is None:
            context["changes"] = corrections.preview(
                host=judge.player, competition=competition, ruling=ruling, now=now, as_admin=judge.as_admin
            )
            context["seen"], context["head"] = _key_of(ruling), head
        else:
            corrections.check(competition=competition, game_id=game_id, host=judge.player, now=now)
    except NotFound:
        raise Http404 from None
    except Refused as error:
        refusal = refusal or error
        context["impossible"] = not ruling.ranks
    return page(request, "web/correction.html", context, refusal)

"""The coach of a guided first game: which line the table shows, and the form that goes on or leaves.

A learner's browser keeps what was read in a cookie that only this game's pages receive. A lesson tells nothing that
the table does not show anyway, so the game, its log and its players' accounts need not know of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from games.presentation.lessons import LESSONS, Explanation, LearnerView, choose_due_line
from games.web.table.sight import Sight

COOKIE: Final = "lesson"
KEPT: Final = 400 * 24 * 3600
BEGUN: Final = "begun"
"""The cookie's first word, so that it is there before anything was read."""
LONGEST: Final = 400
KEYS: Final = frozenset(line.key for lesson in LESSONS.values() for line in lesson)


@dataclass(frozen=True)
class Coach:
    """The coach at a table: the line that is due, if any, and how many of all lines were read.

    `dots`: for each line of the lesson, "read", "now" or "to come". `legend`: the template that explains the signs and
    words of the game.
    """

    key: str
    line: Explanation | None
    number: int
    dots: Sequence[str]
    legend: str

    @property
    def count(self) -> int:
        return len(self.dots)


def begin(answer: HttpResponse, game_id: str, read: Sequence[str] = ()) -> None:
    """Let the browser keep that it takes a lesson at this table, and what was read of it."""
    answer.set_cookie(
        COOKIE,
        ".".join([BEGUN, *read]),
        max_age=KEPT,
        path=reverse("table", args=[game_id]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def find_coach(request: HttpRequest, sight: Sight) -> Coach | None:
    """Return the coach at this table; None unless the reader, who has a seat, takes a lesson here."""
    lesson, you = LESSONS.get(sight.game.ruleset), sight.you
    if not request.COOKIES.get(COOKIE) or lesson is None or you is None or sight.seat is None:
        return None
    read, at = _list_read(request), LearnerView(sight.board, sight.view, you, sight.seat, sight.prompt)
    line = choose_due_line(lesson, at, read)
    key = line.key if line else ""
    dots = ["read" if each.key in read else "now" if each.key == key else "to come" for each in lesson]
    if line is None and "to come" not in dots:
        return None
    number = min(dots.count("read") + 1, len(dots))
    return Coach(key, line.explain(at) if line else None, number, dots, name_legend(sight.game.ruleset))


def name_legend(ruleset: str) -> str:
    return f"web/table/legends/{ruleset.partition('@')[0]}.html"


def _list_read(request: HttpRequest) -> list[str]:
    return request.COOKIES.get(COOKIE, "")[:LONGEST].split(".")[1:]


@require_POST
@csrf_protect
def go_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Note that the learner has read a line, or has left the lesson; then show the table at the same step."""
    step = QueryDict(request.POST.get("step", "")[:LONGEST])
    table = reverse("table", args=[game_id])
    answer = HttpResponseRedirect(f"{table}?{step.urlencode()}" if step else table, status=303)
    if request.POST.get("do") == "leave":
        answer.delete_cookie(COOKIE, path=table, samesite="Lax")
    elif request.COOKIES.get(COOKIE) and (key := request.POST.get("read", "")) in KEYS:
        begin(answer, game_id, [*dict.fromkeys([*_list_read(request), key])])
    return answer

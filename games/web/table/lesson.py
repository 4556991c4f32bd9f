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

import engine
from games.presentation.lessons import LESSONS, Explanation, LearnerView, choose_due_line
from games.presentation.pictures.geometry import file_name
from games.web.table.sight import Sight

COOKIE: Final = "lesson"
KEPT: Final = 400 * 24 * 3600
BEGUN, LEFT = "begun", "left"
"""The cookie's first word, so that it is there before anything was read, and after the learner has left."""
LONGEST: Final = 400
A_TURN: Final = 2
"""How many lines at most are said at one question: the rest wait for the next."""
MOST_DIGITS: Final = 9
KEYS: Final = frozenset(line.key for lesson in LESSONS.values() for line in lesson)


@dataclass(frozen=True)
class Coach:
    """The coach at a table: the line that is due, if any, and how many of all lines were `read`.

    `cities`: those that it speaks of. `question`: the entry that opened the learner's question. `dots`: for each line
    of the lesson "read", "now" or "to come", in this order. `legend`: the template that explains the signs and words of
    the game.
    """

    key: str
    line: Explanation | None
    cities: Sequence[str]
    question: str
    read: int
    dots: Sequence[str]
    legend: str

    @property
    def count(self) -> int:
        return len(self.dots)


@dataclass(frozen=True)
class LessonProgress:
    """What a learner has read, as the cookie has it: before each group of lines the entry that opened the question."""

    words: Sequence[str]

    @property
    def read(self) -> list[str]:
        return [word for word in self.words if word in KEYS]

    def count_at(self, question: str) -> int:
        """Return how many lines were read at this question, if it is the last at which any were."""
        last = max((place for place, word in enumerate(self.words) if word not in KEYS), default=-1)
        return len(self.words) - 1 - last if last >= 0 and self.words[last] == question else 0

    def with_line(self, key: str, question: str) -> "LessonProgress":
        begins = [] if self.count_at(question) else [question]
        return self if key in self.words else LessonProgress([*self.words, *begins, key])


NOTHING_READ: Final = LessonProgress(())


def begin(answer: HttpResponse, game_id: str, progress: LessonProgress = NOTHING_READ, state: str = BEGUN) -> None:
    """Let the browser keep that it takes a lesson at this table, or has left it, and what was read of it."""
    answer.set_cookie(
        COOKIE,
        ".".join([state, *progress.words]),
        max_age=KEPT,
        path=reverse("table", args=[game_id]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def find_coach(request: HttpRequest, sight: Sight) -> Coach | None:
    """Return the coach at this table; None unless the reader, who has a seat, takes a lesson here."""
    lesson, you = LESSONS.get(sight.game.ruleset), sight.you
    if not request.COOKIES.get(COOKIE) or lesson is None or you is None or sight.seat is None or has_left(request):
        return None
    scoring = next((scoring for scoring in sight.scorings if scoring.seat == sight.seat), None)
    at = LearnerView(sight.board, sight.view, you, sight.seat, sight.prompt, scoring)
    progress, question = _read_progress(request), sight.prompt["id"].partition(".")[0] if sight.prompt else "0"
    over = sight.view["over"]
    waits = progress.count_at(question) >= A_TURN and not over
    line = None if waits else choose_due_line(lesson, at, progress.read)
    rest = len([each for each in lesson if each.key not in progress.read]) - bool(line)
    if line is None and (over or not rest):
        return None
    read = len(lesson) - rest - bool(line)
    dots = [*["read"] * read, *["now"] * bool(line), *["to come"] * (0 if line is lesson[-1] else rest)]
    explanation, cities = (line.explain(at), line.cities(at)) if line else (None, [])
    key, legend = line.key if line else "", name_legend(sight.game.ruleset)
    return Coach(key, explanation, cities, question, read, dots, legend)


def has_left(request: HttpRequest) -> bool:
    """Check whether the reader has left the lesson at this table."""
    return request.COOKIES.get(COOKIE, "").startswith(LEFT)


def name_legend(ruleset: str) -> str:
    """Return the template of what the map's signs mean; games on one map have the same."""
    return f"web/table/legends/{file_name(engine.RULESETS[ruleset].board)}.html"


def _read_progress(request: HttpRequest) -> LessonProgress:
    words = request.COOKIES.get(COOKIE, "")[:LONGEST].split(".")[1:]
    return LessonProgress([word for word in words if word in KEYS or _is_question(word)])


def _is_question(word: str) -> bool:
    """Check whether this is an entry's number: anything else would come back in a header."""
    return word.isascii() and word.isdecimal()


@require_POST
@csrf_protect
def go_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Note that the learner has read a line, has left the lesson or is back; then show the table at the same step."""
    step, act = QueryDict(request.POST.get("step", "")[:LONGEST], mutable=True), request.POST.get("do")
    step.pop("left", None)
    if act == "leave":
        step["left"] = "1"
    table = reverse("table", args=[game_id])
    answer = HttpResponseRedirect(f"{table}?{step.urlencode()}" if step else table, status=303)
    if act in ("leave", "back") and request.COOKIES.get(COOKIE):
        begin(answer, game_id, _read_progress(request), LEFT if act == "leave" else BEGUN)
    elif request.COOKIES.get(COOKIE) and (key := request.POST.get("read", "")) in KEYS:
        question = request.POST.get("question", "")[:MOST_DIGITS]
        begin(answer, game_id, _read_progress(request).with_line(key, question if _is_question(question) else "0"))
    return answer

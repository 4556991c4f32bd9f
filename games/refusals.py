"""Explanations of refusals for people and programs: a status, a title, and a sentence.

The rules and the services themselves only have codes and parameters. `games.presentation.words.problems` explains codes
of services, the words of each game those of its rules.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cards import KINDS as KINDS_OF_CARDS
from engine.errors import EngineError, MalformedMove
from games import durations, instants
from games.errors import Refused
from games.presentation import words
from games.presentation.words.chosen_text import fill
from games.presentation.words.lengths import again_in, length
from games.presentation.words.problems import KINDS, ProblemKind


class Explained(NamedTuple):
    """The explanation of a refusal. `detail` is about this occurrence, or "" if the title is enough.

    `heading` is the title as a sentence.
    """

    code: str
    status: int
    title: str
    detail: str
    heading: str

    @property
    def sentences(self) -> str:
        """All there is to say, with the title as the first sentence."""
        return " ".join(filter(None, [self.heading, self.detail]))


def explained(refusal: Refused | EngineError) -> Explained:
    """Return the explanation in the active language. Raises KeyError for a service's code without a kind."""
    if isinstance(refusal, EngineError):
        kind = KINDS["malformed_move" if isinstance(refusal, MalformedMove) else "illegal_move"]
        return _explain_as(kind, refusal.code, explain(refusal))
    kind = KINDS[refusal.code]
    sentences = [sentence(kind, refusal.detail), again_in(refusal.wait) if refusal.wait is not None else ""]
    return _explain_as(kind, kind.code, " ".join(filter(None, sentences)))


def _explain_as(kind: ProblemKind, code: str, detail: str) -> Explained:
    return Explained(code, kind.status, str(kind.title), detail, kind.title_as_sentence)


def sentence(kind: ProblemKind, parameters: Mapping[str, object]) -> str:
    """Return the sentence about one occurrence of a problem."""
    return fill(kind.detail, parameters, _in_words(parameters))


def explain(error: EngineError) -> str:
    """Return why a move was refused, in a sentence; the bare code if there is none."""
    return fill(words.REFUSALS.get(error.code, error.code), error.detail, _in_words(error.detail))


def _in_words(parameters: Mapping[str, object]) -> dict[str, object]:
    return {name: READERS.get(name, listed)(value) for name, value in parameters.items()}


def listed(value: object) -> object:
    """Return several values as an enumeration for a sentence; any other value unchanged."""
    return words.listed(list(map(str, value))) if isinstance(value, list | tuple) else value


def _stretch(text: str) -> str:
    return length(durations.read(text))


def _instant(text: str) -> str:
    return instants.in_utc(instants.read(text))


def _city(slug: str) -> str:
    """Return a city's name made from its notation in moves, because a refusal has no board."""
    return slug.replace("_", " ").title()


def _route(slug: str) -> str:
    """Spell out a route's notation: its cities, and its track if it names one."""
    *cities, last = slug.split("-")
    if not last.isdigit():
        return _(" – ").join(map(_city, [*cities, last]))
    return _("%(route)s (track %(track)s)") % {"route": _(" – ").join(map(_city, cities)), "track": last}


READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "shortest": _stretch,
    "longest": _stretch,
    "until": _instant,
    "opens_at": _instant,
    "hours": lambda count: ngettext("%(n)d hour", "%(n)d hours", count) % {"n": count},
    "days": lambda count: ngettext("%(n)d day", "%(n)d days", count) % {"n": count},
    "prompt": words.question,
    "color": words.color_of_cards,
    "need": lambda need: words.color_of_cards(need) if need in KINDS_OF_CARDS else listed(need),
    "city": _city,
    "route": _route,
}
"""Functions that convert parameters from the form for programs to that for people."""

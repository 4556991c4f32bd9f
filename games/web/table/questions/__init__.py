"""The questions to a seat, a module for each kind.

Every module here that has `QUESTIONS` can ask some kinds of prompts, named by their tags. A question without a module
can still be answered: all its moves are listed (`any_answer`). A use of a turn that takes more than a tap (claiming a
route, building a station) is a `TURN_CHOICE` in a module of its own; `turn` puts them together.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from games.presentation.prospects.ways import Land
from games.web.table.asked import Question, TurnChoice
from games.web.table.sight import Sight
from games.web.table.steps import Step

Asking = Callable[[Sight, Land | None, Step], Question]


@cache
def _modules() -> Sequence[ModuleType]:
    return [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]


@cache
def questions() -> Mapping[str, Asking]:
    """Return the functions that ask each kind of prompt, by its tag."""
    return {tag: ask for module in _modules() for tag, ask in getattr(module, "QUESTIONS", {}).items()}


@cache
def turn_choices() -> Sequence[TurnChoice]:
    """Return the uses of a turn that have a page of their own."""
    return [choice for module in _modules() if (choice := getattr(module, "TURN_CHOICE", None)) is not None]


def ask(sight: Sight, land: Land | None, step: Step) -> Question:
    """Build the viewer's open question."""
    from games.web.table.questions.any_answer import anything

    assert sight.prompt is not None
    return questions().get(sight.prompt["type"], anything)(sight, land, step)

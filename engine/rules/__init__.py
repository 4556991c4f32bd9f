"""The rulesets by id. A released id keeps its meaning for ever; a change of rules gets a new id.

Every module of this package lists its rulesets in `RULESETS`, so that a new game is a new file.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from engine import history
from engine.errors import UnknownRuleset
from engine.model import Ruleset


def _offered() -> Iterator[Ruleset]:
    """Yield each ruleset of the package's modules, with the feature that positions can be restored."""
    for module in iter_modules(__path__):
        for rules in import_module(f"{__name__}.{module.name}").RULESETS:
            yield replace(rules, features=(*rules.features, history.FEATURE))


RULESETS: Final[dict[str, Ruleset]] = {rules.id: rules for rules in _offered()}


def ruleset(name: str, options: Mapping[str, bool] | None = None) -> Ruleset:
    """Return the ruleset with this id, with these options applied.

    Raises UnknownRuleset, which lists the known ids.
    """
    if name not in RULESETS:
        raise UnknownRuleset("unknown_ruleset", known=sorted(RULESETS))
    return RULESETS[name].with_options(options or {})

"""The rulesets by id. A released id keeps its meaning for ever; another meaning is another id."""

from typing import Final

from engine.core import Ruleset
from engine.errors import UnknownRuleset
from engine.rules.board import usa

RULESETS: Final[dict[str, Ruleset]] = {rules.id: rules for rules in (usa(),)}


def ruleset(name: str) -> Ruleset:
    """The ruleset with this id. Raises UnknownRuleset and says which there are."""
    if name not in RULESETS:
        raise UnknownRuleset("unknown_ruleset", known=sorted(RULESETS))
    return RULESETS[name]

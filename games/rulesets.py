"""Which games can be begun here."""

from collections.abc import Mapping

from django.conf import settings

import engine


def offered() -> dict[str, engine.Ruleset]:
    """Return the games that can be begun here, by id; examples only where the operator offers them (OFFER_EXAMPLES).

    Games that have begun go on, whatever is offered now.
    """
    return {name: rules for name, rules in engine.RULESETS.items() if settings.OFFER_EXAMPLES or not rules.example}


def playable(name: str, options: Mapping[str, bool], seats: int) -> engine.Ruleset:
    """Return the game with these options and seats. Raises UnknownRuleset if it cannot be begun."""
    games = offered()
    if name not in games:
        raise engine.UnknownRuleset("unknown_ruleset", known=sorted(games))
    rules = games[name].with_options(options)
    rules.new(rules, seats, dict(options))
    return rules

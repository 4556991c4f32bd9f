"""The games that can be started on this site."""

from collections.abc import Mapping

from django.conf import settings

import engine


def offered() -> dict[str, engine.Ruleset]:
    """Return the games that can be started here, by id; examples only if the operator offers them (OFFER_EXAMPLES).

    Games that have begun continue, whatever is offered now.
    """
    return {name: rules for name, rules in engine.RULESETS.items() if settings.OFFER_EXAMPLES or not rules.example}


def playable(name: str, options: Mapping[str, bool], seats: int) -> engine.Ruleset:
    """Return the ruleset with these options and seats. Raises UnknownRuleset if it cannot be started here."""
    rules = find_offered(name).with_options(options)
    rules.new(rules, seats, dict(options))
    return rules


def find_offered(name: str) -> engine.Ruleset:
    """Return the ruleset. Raises UnknownRuleset if no game of it can be started here."""
    games = offered()
    if name not in games:
        raise engine.UnknownRuleset("unknown_ruleset", known=sorted(games))
    return games[name]

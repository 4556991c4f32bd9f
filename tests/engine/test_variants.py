"""Options as changed tables: the same choice gives the same, cached ruleset."""

from dataclasses import replace

import pytest

import engine
from tests.engine.positions import USA

DOUBLED = replace(USA, variants={"more": lambda rules: replace(rules, seat_counts=range(2, rules.seat_counts[-1] + 2))})


def test_a_choice_of_options_is_one_record() -> None:
    chosen = DOUBLED.with_options({"more": True})
    assert chosen is DOUBLED.with_options({"more": True})
    assert chosen.seat_counts[-1] == USA.seat_counts[-1] + 1


def test_an_option_is_never_applied_twice() -> None:
    chosen = DOUBLED.with_options({"more": True})
    assert chosen.with_options({"more": True}) is chosen
    assert chosen.with_options({"more": False}) is DOUBLED
    assert chosen.with_options({}) is DOUBLED


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(engine.UnknownRuleset) as refusal:
        DOUBLED.with_options({"less": False})
    assert (refusal.value.code, refusal.value.detail) == ("unknown_option", {"options": ["less"], "known": ["more"]})


def test_every_ruleset_is_found_by_its_id() -> None:
    for name, rules in engine.RULESETS.items():
        assert engine.ruleset(name) is rules
        assert rules.id == name

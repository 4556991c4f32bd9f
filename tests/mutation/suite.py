"""The tests that have to notice a mutant: the engine's, with its module's own tests first, so that most end early.

The first tests are given as the words that their files' names begin with. A mutant's time limit is processor time, so
that a busy machine kills none. Tests that draw examples draw the same ones for every mutant, without the time for
minimizing a failure.
"""

import os
import resource
import sys
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from hypothesis import Phase, settings

TESTS = Path("tests/engine")
PLAIN = [
    *("-o", "addopts=", "--import-mode=importlib", "-m", "not soak", f"--confcutdir={TESTS}"),
    *("-x", "-q", "--tb=no", "--no-header", "--disable-warnings"),
    *("-p", "no:cacheprovider"),
]
WHOLE_GAMES = ("golden_games", "perft", "codec", "notation", "hidden", "options", "verify", "whole_games", "indist")
NO_RULE = ("stand_in", "soak", "rule_numbers", "wheel")
SECONDS = 300
BYTES = 2 << 30


def files(*beginnings: str) -> list[str]:
    return [str(file) for word in beginnings for file in sorted(TESTS.glob(f"test_{word}*.py"))]


def stages(*first: str) -> list[list[str]]:
    """Return the module's tests, those of the other rules, and the whole games."""
    chosen, whole, no_rule = files(*first), files(*WHOLE_GAMES), files(*NO_RULE)
    others = [file for file in files("") if file not in {*chosen, *whole, *no_rule}]
    return [stage for stage in (chosen, others, whole) if stage]


def main(*first: str) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    django_settings.configure(USE_I18N=False)  # for the few tests that compare the engine with what `games` says of it
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    settings.register_profile("mutation", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutation")
    return next((code for stage in stages(*first) if (code := pytest.main([*PLAIN, *stage]))), 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

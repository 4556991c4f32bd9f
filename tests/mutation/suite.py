"""What has to notice a mutant: the engine's tests, those that speak of its module first, so that most end with them.

Which come first is given: the words that their files' names begin with. How long a mutant may take is counted in the
processor's time, so that a busy machine kills none. Tests that draw examples draw the same ones for every mutant, and
lose no time on making a failure small.
"""

import os
import resource
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, settings

TESTS = Path("tests/engine")
PLAIN = [
    *("-o", "addopts=", "--import-mode=importlib", "-m", "not soak", f"--confcutdir={TESTS}"),
    *("-x", "-q", "--tb=no", "--no-header", "--disable-warnings"),
    *("-p", "no:cacheprovider"),
]
WHOLE_GAMES = ("golden_games", "perft", "codec", "notation", "hidden", "options", "verify", "whole_games", "indist")
NO_RULE = ("stand_in", "soak", "rule_numbers")
SECONDS = 90
BYTES = 2 << 30


def files(*beginnings: str) -> list[str]:
    return [str(file) for word in beginnings for file in sorted(TESTS.glob(f"test_{word}*.py"))]


def stages(*first: str) -> list[list[str]]:
    """The tests of the module, those of the other rules, and the games as a whole."""
    chosen, whole, no_rule = files(*first), files(*WHOLE_GAMES), files(*NO_RULE)
    others = [file for file in files("") if file not in {*chosen, *whole, *no_rule}]
    return [stage for stage in (chosen, others, whole) if stage]


def main(*first: str) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    settings.register_profile("mutation", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutation")
    return next((code for stage in stages(*first) if (code := pytest.main([*PLAIN, *stage]))), 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""A table's page in English alone, in English with a second language on, and in that second language, in turns.

The second is Finnish with made-up catalogs of ours, in which each sentence has other letters and its own length, beside
those of the frameworks. As `pages`, it measures the web process's processor time: of each game's rounds the least and
the median, and what they are beside English alone. `languages:profile` prints where a Finnish page's time goes.
"""

import cProfile
import gc
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from tests.bench.pages import RULESETS, Asker, build_asker

ROUNDS: Final = 60
ALLOWED: Final = 1.05
"""What a page may cost beside English alone."""
SECOND: Final = ("fi", "suomi")


def main(names: list[str]) -> None:
    """Measure every game in its middle."""
    os.environ["DEBUG"] = "false"
    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["*"]
    import ttr_site.wsgi  # noqa: F401 - as a web process begins

    with tempfile.TemporaryDirectory() as folder:
        _write_catalog(Path(folder))
        for ruleset, seats in RULESETS.items():
            asker = build_asker(ruleset, seats)
            if "profile" in names:
                _profile(asker, folder)
            else:
                _compare(asker, folder, f"{ruleset}, {seats} seats")


def _write_catalog(folder: Path) -> None:
    from deploy.catalogs import owners, pseudo

    pseudo.write(folder, owners.sort_by_owner(owners.read_sources()[0]), SECOND[0], longer=0)


@contextmanager
def _spoken(folder: str, *, is_second_on: bool) -> Iterator[None]:
    """Set the site's languages, as settings do when a process starts."""
    from django.test import override_settings
    from django.utils import translation

    from ttr_site.translations import look_up_quickly

    offered = [("en", "English"), SECOND] if is_second_on else [("en", "English")]
    with override_settings(LANGUAGES=offered, USE_I18N=is_second_on, LOCALE_PATHS=[folder]):
        vars(translation._trans).clear()  # type: ignore[attr-defined]
        look_up_quickly()
        yield
    vars(translation._trans).clear()  # type: ignore[attr-defined]


def _compare(asker: Asker, folder: str, name: str) -> None:
    costs: dict[str, list[float]] = {"English": [], "English, Finnish on": [], "Finnish": []}
    for _ in range(ROUNDS):
        for what, spent in costs.items():
            with _spoken(folder, is_second_on=what != "English"):
                _read_in(asker, "fi" if what == "Finnish" else "en")
                asker.page()
                gc.collect(1)
                began = time.process_time()
                asker.page()
                spent.append((time.process_time() - began) * 1000)
    print(f"{name}:")
    least, middle = min(costs["English"]), median(costs["English"])
    for what, spent in costs.items():
        part, of_middle = min(spent) / least, median(spent) / middle
        sign = "" if max(part, of_middle) <= ALLOWED else "  TOO MUCH"
        times = f"{min(spent):6.2f} ms at least ({part:.3f}), {median(spent):6.2f} in the middle ({of_middle:.3f})"
        print(f"  {what:20} {times}{sign}", flush=True)


def _read_in(asker: Asker, language: str) -> None:
    """Change the language of the reader's account."""
    from games.models import Player

    Player.objects.filter(pk=asker.browser.session["_auth_user_id"]).update(language=language)


def _profile(asker: Asker, folder: str) -> None:
    with _spoken(folder, is_second_on=True):
        _read_in(asker, "fi")
        asker.page()
        profile = cProfile.Profile()
        for _ in range(ROUNDS):
            profile.runcall(asker.page)
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    main(sys.argv[1:])

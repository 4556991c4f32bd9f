"""The site's settings, with the floor's URLs added and limits too high to reach."""

from ttr_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.floor"
REQUESTS_PER_MINUTE = {"stranger": 10**9, "player": 10**9}
STRANGERS_PER_MINUTE = {"pages": 10**9, "probes": 10**9, "wrong_tokens": 10**9}

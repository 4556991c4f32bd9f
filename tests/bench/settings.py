"""The site's settings, with the floor's addresses added to the site's, and limits too high to be met."""

from ttr_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.floor"
REQUESTS_PER_MINUTE = {"stranger": 10**9, "player": 10**9}
STRANGERS_PER_MINUTE = {"pages": 10**9, "probes": 10**9, "wrong_tokens": 10**9}

"""The site's settings, with the floor's addresses added to the site's."""

from ttr_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.floor"

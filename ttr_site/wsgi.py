"""The WSGI entry point."""

import gc
import logging
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

logging.captureWarnings(True)
application = get_wsgi_application()

from ttr_site import metrics, watchdog  # noqa: E402 - metrics needs models, now loaded

metrics.begin()
watchdog.start()
watchdog.end_with_parent()

import_module("ttr_site.urls")  # loads all views, which otherwise wait for the first request
# Loaded objects stay. Checking them for garbage would take a fifth of a second, in the middle of a request.
gc.collect()
gc.freeze()

"""The WSGI entrance."""

import logging
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

logging.captureWarnings(True)
application = get_wsgi_application()

from ttr_site import metrics  # noqa: E402 - it needs models, which are there now

metrics.begin()

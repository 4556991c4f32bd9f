"""The ASGI entry point, for streams alone; pages and the rest of the API use WSGI. `deploy/stream` does not need it."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
django.setup()

from notifications.streams.asgi import Streams  # noqa: E402 - it needs the models

application = Streams()

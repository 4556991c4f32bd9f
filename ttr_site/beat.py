"""The beat's own Celery app: it sends messages by name and runs none, so it needs no models and little memory."""

from celery import Celery
from django.conf import settings
from django.utils.log import configure_logging

from ttr_site import watchdog

app = Celery("beat", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
watchdog.start()

"""The project's configuration: settings, the Celery app, URLs and the server entry points."""

from ttr_site.celery import app as celery_app

__all__ = ["celery_app"]

"""Wiring: settings, the Celery app, URLs and the server entrances. Nothing of the game lives here."""

from ttr_site.celery import app as celery_app

__all__ = ["celery_app"]

"""A browser's session: Django's, and whose it is."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _


class BrowserSession(AbstractBaseSession):
    """What a browser is remembered by. `player`: who is signed in there, if anyone.

    The same stands in the session's data, which are encoded, so that no statement could look for it there.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("player"), null=True, related_name="+"
    )

    class Meta(AbstractBaseSession.Meta):
        verbose_name = _("browser’s session")  # type: ignore[assignment]
        verbose_name_plural = _("browsers’ sessions")  # type: ignore[assignment]

    @classmethod
    def get_session_store_class(cls) -> type:
        """Return what reads and writes the data."""
        engine = import_module(settings.SESSION_ENGINE)  # which knows this model
        store_class: type = engine.SessionStore
        return store_class

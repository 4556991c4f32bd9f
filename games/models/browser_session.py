"""Browser sessions: Django's, extended by the player."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted


class BrowserSession(AbstractBaseSession):
    """A browser's session. `player`: who is signed in there, if anyone.

    The session's data contain the player too, but encoded, so that queries cannot search for it.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("player"), null=True, related_name="+"
    )
    personal = (Deleted(),)

    class Meta(AbstractBaseSession.Meta):
        verbose_name = _("browser’s session")  # type: ignore[assignment]
        verbose_name_plural = _("browsers’ sessions")  # type: ignore[assignment]

    @classmethod
    def get_session_store_class(cls) -> type:
        """Return the class that reads and writes the data."""
        engine = import_module(settings.SESSION_ENGINE)  # which imports this model
        store_class: type = engine.SessionStore
        return store_class

"""A site that speaks German besides English, as far as Django does by itself."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from pytest_django import Settings


@pytest.fixture
def german(settings: Settings) -> Iterator[None]:
    """Offer German; our own sentences stay English, and Django's, as of forms and weekdays, become German."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.USE_I18N = True
    vars(translation._trans).clear()  # type: ignore[attr-defined]
    yield
    translation.deactivate()
    vars(translation._trans).clear()  # type: ignore[attr-defined]

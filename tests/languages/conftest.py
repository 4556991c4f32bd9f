"""A site that speaks another language besides English: German as far as Django knows it, or one made for tests."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import pytest
from django.utils import translation
from pytest_django import Settings

from ttr_site.translations import look_up_quickly

if TYPE_CHECKING:
    from deploy.catalogs.messages import Fault, SourceMessage
    from deploy.catalogs.owners import Found


@pytest.fixture
def german(settings: Settings) -> Iterator[None]:
    """Offer German; our own sentences stay English, and Django's, as of forms and weekdays, become German."""
    settings.LOCALE_PATHS = []
    yield from offer(settings, "de", "Deutsch")


@pytest.fixture
def pseudo_english(settings: Settings) -> Iterator[None]:
    """Offer the language of `deploy.catalogs.pseudo`, in which each sentence is longer, accented and in brackets."""
    # Pytest may import this file before Django is set up.
    from deploy.catalogs import pseudo

    settings.LOCALE_PATHS = [_write_pseudo_english()]
    yield from offer(settings, pseudo.CODE, "[Ëñglïsh]")


@cache
def _write_pseudo_english() -> str:
    """Write its catalog, which takes seconds, once; the run removes its temporary files."""
    from deploy.catalogs import owners, pseudo

    folder = Path(mkdtemp())
    pseudo.write(folder, owners.sort_by_owner(owners.read_sources()[0]))
    return str(folder)


def offer(settings: Settings, code: str, name: str) -> Iterator[None]:
    """Speak English and this language while a test runs."""
    settings.LANGUAGES = [("en", "English"), (code, name)]
    settings.USE_I18N = True
    look_up_quickly()
    vars(translation._trans).clear()  # type: ignore[attr-defined]
    yield
    translation.deactivate()
    vars(translation._trans).clear()  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def sources() -> "tuple[list[SourceMessage], list[Fault]]":
    """Return all messages, and the calls that break a rule."""
    from deploy.catalogs import owners

    return owners.read_sources()


@pytest.fixture(scope="session")
def found(sources: "tuple[list[SourceMessage], list[Fault]]") -> "Found":
    """Return the messages by the catalog that owns them."""
    from deploy.catalogs import owners

    return owners.sort_by_owner(sources[0])

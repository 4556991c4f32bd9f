"""Quick look-ups give what Django's own give, for every message of every app, in languages that count differently."""

from collections.abc import Iterator
from itertools import chain
from threading import Thread
from typing import Any

import pytest
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import trans_real

from ttr_site import translations

NUMBERS = (0, 1, 2, 3, 5, 11, 12, 21, 22, 25, 101, 1_000_000)
OWN = trans_real.DjangoTranslation
OWN_FUNCTIONS = {name: getattr(trans_real, name) for name in ("gettext", "ngettext", "pgettext", "npgettext")}


@pytest.fixture(autouse=True)
def quick(german: None) -> None:
    """Offer German, and look it up quickly."""


def look_up_all(language: str, keys: list[Any]) -> list[str]:
    """Return all translations of all keys of catalogs."""
    with translation.override(language):
        return [*chain.from_iterable(map(look_up, keys))]


def look_up(key: Any) -> Iterator[str]:
    context, _, text = key.rpartition("\x04")
    if context:
        yield trans_real.pgettext(context, text)
        yield from (trans_real.npgettext(context, text, f"{text}s", number) for number in NUMBERS)
    else:
        yield trans_real.gettext(text)
        yield from (trans_real.ngettext(text, f"{text}s", number) for number in NUMBERS)


def list_keys(language: str) -> list[str]:
    catalog: Any = vars(OWN(language))["_catalog"]
    keys = {key[0] if isinstance(key, tuple) else key for key, _ in catalog.items()} - {""}
    return [*sorted(keys), "not translated", "not\x04translated"]


@pytest.mark.parametrize("language", ["fi", "de", "pl", "fr", "en"])
def test_they_are_django_s(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = list_keys(language)
    quick = look_up_all(language, keys)
    monkeypatch.setattr(trans_real, "DjangoTranslation", OWN)
    monkeypatch.setattr(trans_real, "_translations", {})
    for name, function in OWN_FUNCTIONS.items():
        monkeypatch.setattr(trans_real, name, function)
    assert len(keys) > 500 or language == "en"
    assert quick == look_up_all(language, keys)


def test_what_is_safe_stays_safe() -> None:
    with translation.override("de"):
        translated = translation.gettext(mark_safe("Monday"))
        assert (translated, type(translated)) == ("Montag", SafeString)
        assert type(translation.gettext("Monday")) is str


def test_another_thread_has_the_default() -> None:
    found: list[str | None] = []
    with translation.override("de"):
        thread = Thread(target=lambda: found.extend((translation.get_language(), translation.gettext("Monday"))))
        thread.start()
        thread.join()
        assert translation.gettext("Monday") == "Montag"
    assert found == ["en", "Monday"]


def test_without_any_language_messages_are_themselves() -> None:
    with translation.override("de"), translation.override(None):
        assert translation.get_language() is None
        assert translation.gettext("Monday") == "Monday"
        assert translation.ngettext("a day", "days", 2) == "days"


def test_they_are_merged_into_one() -> None:
    german = trans_real.translation("de")
    assert isinstance(german, translations.MergedTranslation)
    assert "" not in german.messages

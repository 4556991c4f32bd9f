"""Quick look-ups of translations: one look into one dictionary for each message.

Django keeps the catalogs of all apps apart, looks through them one after the other, twice for a message that none of
them has, which in English is each, and asks a storage that is as good as a lock which language is active. A table's
page looks up three hundred messages: that was a tenth of what it costs.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from django.conf import settings
from django.utils.safestring import SafeData, SafeString
from django.utils.translation import trans_real

NONE: Final[dict[str, Any]] = {}
NO_FORMS: Final[tuple[Callable[[float], int], dict[Any, str]]] = (lambda _number: 0, {})
_ACTIVE: Final[ContextVar[Any]] = ContextVar("translation", default=None)


class ActiveTranslation:
    """The translation that `activate` has chosen for this thread or task."""

    @property
    def value(self) -> Any:
        translation = _ACTIVE.get()
        if translation is None:
            raise AttributeError("no language is active")
        return translation

    @value.setter
    def value(self, translation: Any) -> None:
        _ACTIVE.set(translation)

    @value.deleter
    def value(self) -> None:
        _ACTIVE.set(None)


class MergedTranslation(trans_real.DjangoTranslation):
    """Django's translation into one language, with the catalogs of all apps merged into one."""

    def __init__(self, language: str, domain: str | None = None, localedirs: list[str] | None = None) -> None:
        super().__init__(language, domain, localedirs)
        self.messages: dict[str, str] = {}
        self.forms: dict[str, tuple[Callable[[float], int], dict[Any, str]]] = {}
        fallback = getattr(self, "_fallback", None)
        if isinstance(fallback, MergedTranslation):
            self.messages |= fallback.messages
            self.forms |= fallback.forms
        catalog: Any = vars(self)["_catalog"]
        for rule, messages in reversed(list(zip(catalog._plurals, catalog._catalogs, strict=True))):
            self._add(rule, messages)
        self.messages.pop("", None)  # the heading of a catalog

    def _add(self, rule: Callable[[float], int], messages: dict[Any, str]) -> None:
        for key, translated in messages.items():
            if isinstance(key, tuple):
                self.forms[key[0]] = rule, messages
                if key[1] == rule(1):
                    self.messages[key[0]] = translated
            else:
                self.messages[key] = translated


def _active() -> Any:
    """Return the active translation; an empty one of gettext's own while all languages are deactivated."""
    active = getattr(trans_real._active, "value", None)  # type: ignore[attr-defined]
    return active or trans_real.translation(settings.LANGUAGE_CODE)


def gettext(message: str) -> str:
    """Return a translation, or the message itself; marked as safe for HTML if the message is."""
    return _find(message, message)


def pgettext(context: str, message: str) -> str:
    """Return the translation that a message has in this context."""
    return _find(f"{context}{trans_real.CONTEXT_SEPARATOR}{message}", message)


def _find(key: str, message: str) -> str:
    translated: str | None = getattr(_active(), "messages", NONE).get(key)
    if translated is None:
        return message
    return SafeString(translated) if isinstance(message, SafeData) else translated


def ngettext(singular: str, plural: str, number: float) -> str:
    """Return the form of a plural for this number."""
    return _find_form(singular, number) or (singular if number == 1 else plural)


def npgettext(context: str, singular: str, plural: str, number: float) -> str:
    """Return the form of a plural that a message has in this context."""
    key = f"{context}{trans_real.CONTEXT_SEPARATOR}{singular}"
    return _find_form(key, number) or ngettext(singular, plural, number)


def _find_form(key: str, number: float) -> str | None:
    rule, forms = getattr(_active(), "forms", NONE).get(key, NO_FORMS)
    form: str | None = forms.get((key, rule(number)))
    return form


def look_up_quickly() -> None:
    """Have Django look messages up this way from now on."""
    trans_real.DjangoTranslation = MergedTranslation  # type: ignore[misc]
    trans_real._active = ActiveTranslation()  # type: ignore[attr-defined]
    trans_real._translations = {}  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]
    for function in (gettext, ngettext, pgettext, npgettext):
        setattr(trans_real, function.__name__, function)

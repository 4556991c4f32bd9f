"""Samples of sentences with their values, for translators: `SAMPLES=FILE pytest -n 0 tests/...` adds to the file.

While tests run, what they make of each message is noted by the message's id, for `deploy.catalogs.worksheets`.
"""

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from django.utils import translation
from django.utils.translation import trans_null

from deploy.catalogs.messages import MessageKey
from deploy.catalogs.worksheets import identify

ENOUGH: Final = 3
"""Samples of a message."""
LONGEST: Final = 300
SAMPLES: Final[dict[str, list[str]]] = defaultdict(list)


class Sampled(str):
    """A message that notes what is made of it."""

    key: MessageKey

    def __mod__(self, values: Any) -> str:
        return self._note(super().__mod__(values))

    def format(self, *values: Any, **named: Any) -> str:
        return self._note(super().format(*values, **named))

    def _note(self, made: str) -> str:
        samples = SAMPLES[identify(self.key)]
        if made not in (self, *samples) and len(samples) < ENOUGH and len(made) < LONGEST:
            samples.append(made)
        return made


def _gettext(message: str) -> str:
    return _pgettext("", message)


def _pgettext(context: str, message: str) -> str:
    return _sample(message, MessageKey(str(message), context))


def _ngettext(singular: str, plural: str, number: float) -> str:
    return _npgettext("", singular, plural, number)


def _npgettext(context: str, singular: str, plural: str, number: float) -> str:
    return _sample(singular if number == 1 else plural, MessageKey(str(singular), context))


def _sample(text: str, key: MessageKey) -> str:
    if type(text) is not str:  # it is marked as safe
        return text
    sampled = Sampled(text)
    sampled.key = key
    return sampled


def watch() -> None:
    """Note from now on what is made of messages."""
    for name, function in (
        ("gettext", _gettext),
        ("ngettext", _ngettext),
        ("pgettext", _pgettext),
        ("npgettext", _npgettext),
    ):
        setattr(trans_null, name, function)
    vars(translation._trans).clear()  # type: ignore[attr-defined]


def pytest_sessionfinish() -> None:
    file = Path(os.environ["SAMPLES"])
    before = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    samples = {key: listed for key, listed in sorted((before | SAMPLES).items()) if listed}
    file.write_text(json.dumps(samples, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


watch()

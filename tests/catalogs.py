"""Made-up languages: a catalog written by a test, and active while the test runs."""

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.test import override_settings
from django.utils import translation

LANGUAGE: Final = "tlh"
CONTEXT_END: Final = "\x04"
"""What stands between a context and its message."""
PLURAL_END: Final = "\0"
"""What stands between a message and its plural, and between its translations."""


@contextmanager
def spoken(folder: Path, messages: Mapping[str, str], plurals: str = "nplurals=2; plural=(n != 1);") -> Iterator[None]:
    """Translate these messages, and no others, into a made-up language, whatever languages the site has."""
    header = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {plurals}\n"
    file = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(_compile({"": header, **messages}))
    with override_settings(USE_I18N=True, LANGUAGES=[("en", "English"), (LANGUAGE, "Made-up")], LOCALE_PATHS=[folder]):
        _forget_how_to_translate()
        try:
            with translation.override(LANGUAGE):
                yield
        finally:
            _forget_how_to_translate()


def _forget_how_to_translate() -> None:
    """Let Django choose anew whether it looks up messages, which it does once by `USE_I18N`."""
    vars(translation._trans).clear()  # type: ignore[attr-defined]


def _compile(messages: Mapping[str, str]) -> bytes:
    """Return a catalog in gettext's binary format."""
    pairs = [(text.encode(), translated.encode()) for text, translated in sorted(messages.items())]
    texts = [text for text, _ in pairs] + [translated for _, translated in pairs]
    tables = 7 * 4
    offset, places, body = tables + 2 * 8 * len(pairs), b"", b""
    for text in texts:
        places += struct.pack("<II", len(text), offset + len(body))
        body += text + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(pairs), tables, tables + 8 * len(pairs), 0, 0) + places + body

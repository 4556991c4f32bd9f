"""The engines in which a story runs: Chromium at every change, the others nightly."""

from typing import Final

import pytest

from tests.browser.engines.launch import Firefox, WebKit

OTHERS: Final = {"firefox": Firefox(), "webkit": WebKit()}
in_every_engine = pytest.mark.parametrize(
    "engine",
    [
        pytest.param(None, id="chromium"),
        *(pytest.param(engine, id=name, marks=pytest.mark.engines) for name, engine in OTHERS.items()),
    ],
    indirect=True,
)

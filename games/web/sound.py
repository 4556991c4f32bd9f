"""A sound when it becomes the reader's turn while a page is open, for browsers in which it was switched on."""

import io
import math
import wave
from functools import cache
from itertools import chain
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.web.language import says_nothing

COOKIE: Final = "sound"
KEPT: Final = 365 * 24 * 3600
"""How long a browser remembers the choice, in seconds."""
RATE: Final = 8000
NOTES: Final = ((659.26, 0.14), (880.0, 0.36))
"""Two notes of a station's chime: hertz, seconds."""
LOUDNESS: Final = 60
"""Of at most 127."""


def is_on(request: HttpRequest) -> bool:
    """Check whether the reader wants the sound in this browser."""
    return request.COOKIES.get(COOKIE) == "on"


def switch(answer: HttpResponse, *, on: bool) -> None:
    """Have the browser remember whether the reader wants the sound."""
    if on:
        answer.set_cookie(COOKIE, "on", max_age=KEPT, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")
    else:
        answer.delete_cookie(COOKIE, samesite="Lax")


@says_nothing
@require_safe
@cache_control(public=True, max_age=30 * 86400)
def sound(request: HttpRequest) -> HttpResponse:
    """Send the sound, a WAV file of 4 kB."""
    return HttpResponse(_synthesize(), content_type="audio/wav")


@cache
def _synthesize() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as samples:
        samples.setparams((1, 1, RATE, 0, "NONE", ""))
        samples.writeframes(bytes(chain.from_iterable(_play(hertz, seconds) for hertz, seconds in NOTES)))
    return file.getvalue()


def _play(hertz: float, seconds: float) -> list[int]:
    """Return the samples of a note that fades; 128 is silence."""
    count = round(RATE * seconds)
    return [
        128 + round(LOUDNESS * math.exp(-4 * number / count) * math.sin(2 * math.pi * hertz * number / RATE))
        for number in range(count)
    ]

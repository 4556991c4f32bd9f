"""The transcripts in docs/transcripts: TRANSCRIPTS says in which folder they are written; without it none is."""

import os
import re
from pathlib import Path
from typing import Final

CHANGES: Final = (
    (re.compile(r"http://localhost:\d+"), "https://night-mail.example"),
    (re.compile(r"\b\d\d:\d\d\b"), "18:00"),
)
"""What differs each time, and what stands there instead."""


def keep(name: str, transcript: str) -> None:
    """Write a transcript, if it is asked for."""
    folder = os.environ.get("TRANSCRIPTS")
    if not folder:
        return
    for pattern, words in CHANGES:
        transcript = pattern.sub(words, transcript)
    Path(folder, f"{name}.txt").write_text(transcript)

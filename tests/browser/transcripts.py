"""The transcripts in docs/transcripts, written to the folder in TRANSCRIPTS; without it none are written."""

import os
import re
from pathlib import Path
from typing import Final

CHANGES: Final = (
    (re.compile(r"http://localhost:\d+"), "https://night-mail.example"),
    (re.compile(r"\b\d\d:\d\d\b"), "18:00"),
)
"""Patterns that differ in each run, and their replacements."""


def keep(name: str, transcript: str) -> None:
    """Write a transcript, if TRANSCRIPTS is set."""
    folder = os.environ.get("TRANSCRIPTS")
    if not folder:
        return
    for pattern, words in CHANGES:
        transcript = pattern.sub(words, transcript)
    Path(folder, f"{name}.txt").write_text(transcript)

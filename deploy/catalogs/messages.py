"""A message as it stands in a source."""

import re
from typing import Final, NamedTuple

PLACEHOLDER: Final = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
"""A placeholder of Python's, or of `str.format`."""


class MessageKey(NamedTuple):
    """What catalogs look a message up by: its English and, where that means several things, its context."""

    text: str
    context: str = ""


class SourceMessage(NamedTuple):
    """A message in a source file. `plural` is "" for one without a count, `comment` is for translators.

    `where` says what it is a part of. `is_for_desk`: only admins and programmers read it, who read English.
    """

    key: MessageKey
    plural: str
    comment: str
    file: str
    line: int
    is_for_desk: bool = False
    where: str = ""


class Fault(NamedTuple):
    """A call that no tool can extract, or that no translator can translate."""

    file: str
    line: int
    why: str

"""Text with an inline PGP signature (RFC 9580 7): extraction of the lines between its armor. Pure."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from notifications.inbox.reading.errors import UnreadableEmail

SIGNED: Final = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE: Final = "-----BEGIN PGP SIGNATURE-----"
ENCRYPTED: Final = "-----BEGIN PGP MESSAGE-----"
_ESCAPE: Final = "- "
"""The prefix of every armored line that begins with a dash; other lines may have it, too."""


def strip_armor(lines: Sequence[str]) -> Sequence[str]:
    """Return the signed lines of a text that begins with armor, and all lines of any other; nothing is verified.

    Raises UnreadableEmail for an encrypted text.
    """
    begin = next((index for index, line in enumerate(lines) if line), 0)
    if lines[begin : begin + 1] == [ENCRYPTED]:
        raise UnreadableEmail("encrypted")
    if lines[begin : begin + 1] != [SIGNED]:
        return lines
    armored = lines[begin + 1 :]
    fields = next((index for index, line in enumerate(armored) if not line), len(armored))
    return [line.removeprefix(_ESCAPE) for line in takewhile(lambda line: line != SIGNATURE, armored[fields:])]

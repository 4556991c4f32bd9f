"""An address as a QR code for a page, so that a reader can scan it instead of typing."""

from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET: Final = 4
"""How many blank modules surround the code, as ISO/IEC 18004 requires."""


def drawn(address: str, title: str) -> SafeString:
    """Return the code as an SVG that fills its container's width, dark on light in either color scheme.

    `title` is for readers who can't see it.
    """
    code: QRCode[Any] = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(address)
    rows = code.get_matrix()
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {0} {0}" shape-rendering="crispEdges">'
        '<title>{1}</title><path fill="#fff" d="M0 0h{0}v{0}H0z"/><path fill="#000" d="{2}"/></svg>',
        len(rows),
        title,
        "".join(_draw_bars(y, row) for y, row in enumerate(rows)),
    )


def _draw_bars(y: int, row: list[bool]) -> str:
    """Return the dark modules of a row, as a path."""
    runs = (list(run) for dark, run in groupby(enumerate(row), key=itemgetter(1)) if dark)
    return "".join(f"M{run[0][0]} {y}h{len(run)}v1h-{len(run)}z" for run in runs)

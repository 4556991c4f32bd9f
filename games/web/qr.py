"""An address as a QR code for a page: point a phone at it instead of typing."""

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET: int = 4
"""Modules of blank paper around it, as ISO/IEC 18004 wants."""


def drawn(address: str, title: str) -> SafeString:
    """An SVG as wide as where it stands, dark on light in any light. `title` is for those who can't see it."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(
        code.svg_inline(
            dark="#000",
            light="#fff",
            border=QUIET,
            omitsize=True,
            svgclass="qr",
            lineclass=None,
            title=title,
            svgversion=None,
        )
    )

"""The opening of an email that answers several emails at once."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications.letters.document import Paragraph


def gathered(count: int) -> Iterator[Paragraph]:
    """Say how many emails this one answers, and why it combines them."""
    yield Paragraph(
        ngettext("Answer to %(n)d of your emails.", "Answers to %(n)d of your emails.", count) % {"n": count}
    )
    yield Paragraph(
        _(
            "You wrote so many within an hour that we gathered them. What you ordered was done as each email came, in "
            "this order:"
        )
    )

"""Of what a webhook can hear: the kinds of notifications, by the same names, and tests."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.policy.kinds import KINDS

OFFERED: Final[dict[str, Promise]] = {kind.name: kind.title for kind in KINDS.values() if kind.stream is not None}
"""All but answers to emails, which are for whoever wrote to us."""
TEST: Final = "test"
TITLES: Final[dict[str, Promise]] = {**OFFERED, TEST: _("test")}

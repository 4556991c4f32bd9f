"""Dry runs: a POST with `?dry_run=true` answers what would happen, with 200, and changes nothing."""

from typing import Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.api.problems import Problem

NAME: Final = "dry_run"
DRY_RUN: Final = OpenApiParameter(
    NAME,
    {"type": "boolean", "default": False},
    description="With “true” nothing changes, nobody hears of it, and the answer with 200 says what would happen.",
)
"""The parameter for the schema."""
_VALUES: Final = {"true": True, "false": False}


def is_dry_run(request: Request) -> bool:
    """Check whether the query asks for a dry run. Raises Problem("invalid") for anything but true and false."""
    text = request.query_params.get(NAME, "false")
    if text not in _VALUES:
        raise Problem("invalid", errors=[{"parameter": NAME, "code": NAME, "detail": _("true or false.")}])
    return _VALUES[text]

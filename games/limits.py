"""Limits shared by the clocks and the database's constraints."""

from datetime import timedelta
from typing import Final

SHORTEST_TIME: Final = timedelta(hours=12)
LONGEST_TIME: Final = timedelta(days=14)
"""The longest time per move."""

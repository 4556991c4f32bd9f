"""Bounds that the clocks agree on and the database holds to."""

from datetime import timedelta
from typing import Final

SHORTEST_TIME: Final = timedelta(hours=12)
LONGEST_TIME: Final = timedelta(days=14)
"""For a move."""

"""The measures of things on a board, in units of its picture."""

from typing import Final

PITCH: Final = 34.0
"""The distance between the middles of two successive spaces, if there is room."""
PARALLEL: Final = 15.5
"""The distance between the middles of two tracks side by side."""
SLOT: Final = (24.0, 11.0)
"""An open space: along the track, across it."""
TRAIN: Final = (26.4, 13.2)
"""A space with a train on it."""
CITY: Final = 6.5
RING: Final = 13.0
"""The radius of a city; that of a ticket's ring around it."""
CAPITALS, DESCENT, LINE = 0.7, 0.2, 1.0
"""Fractions of a letter's size: the height of a capital, the depth of a descender, the distance between lines."""
NAMES, LARGE_NAMES = 15.0, 28.0
"""The size of cities' names on the table's picture, and on the email's, which has only a few."""
FRAME: Final = 11.0
"""The width of a board's frame."""

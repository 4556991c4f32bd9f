"""The marks of seats, by which trains, markers and stations are told apart without color."""

from typing import Final

MARKS: Final = (
    "M-8 .6L-4-3.8 0 .6 4-3.8 8 .6V3.6L4-.8 0 3.6-4-.8-8 3.6z",
    "M-4-2.1a2.1 2.1 0 1 0 .01 0zM4-2.1a2.1 2.1 0 1 0 .01 0z",
    "M-5.5-3.6h2.5L.5 0-3 3.6h-2.5L-2 0zM.5-3.6H3L6.5 0 3 3.6H.5L4 0z",
    "M-6-3.8h2.2v7.6H-6zM-1.1-3.8h2.2v7.6h-2.2zM3.8-3.8H6v7.6H3.8z",
    "M-7.5-3h15v6h-15zM-5.6-1.1v2.2h11.2v-2.2z",
    "M-7-3.8h2.4v2.6h9.2v-2.6H7v7.6H4.6V1.2h-9.2v2.6H-7z",
)
"""The marks of seats: a zigzag, two dots, two chevrons, three bars, a hollow oblong, a rail; none is a card's."""

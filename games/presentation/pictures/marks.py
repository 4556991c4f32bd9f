"""The marks of seats, by which trains, markers and stations are told apart without color."""

from typing import Final

MARKS: Final = (
    "M-8 .6L-4-3.8 0 .6 4-3.8 8 .6V3.6L4-.8 0 3.6-4-.8-8 3.6z",
    "M-7.5 3.4V-3.4h3.6v3h2.1v-3h3.6v3h2.1v-3h3.6v6.8z",
    "M-5.5-3.6h2.5L.5 0-3 3.6h-2.5L-2 0zM.5-3.6H3L6.5 0 3 3.6H.5L4 0z",
    "M-8 0l4.4-4v2.7h7.2v-2.7l4.4 4-4.4 4V1.3h-7.2V4z",
    "M-7.5-3h15v6h-15zM-5.6-1.1v2.2h11.2v-2.2z",
    "M-7-3.8h2.4v2.6h9.2v-2.6H7v7.6H4.6V1.2h-9.2v2.6H-7z",
)
"""The marks of seats: a zigzag, battlements, two chevrons, an arrow with two heads, a hollow oblong, a rail.

None is a card's, nor a card's in another number: two dots beside red's one and black's three, or three bars beside
blue's two, could be told apart by counting alone.
"""

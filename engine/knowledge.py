"""Who may know a field of a move, an event or a prompt: said in its type.

`Owner[X]`: the seat of the fact alone; `Counted[X]`: the seat knows what, all others how many;
`Sealed[X]`: nobody before the game's secrets open. Every other field is open to all.
"""

from typing import Annotated, TypeVar

X = TypeVar("X")

OWNER = "owner"
COUNTED = "counted"
SEALED = "sealed"

Owner = Annotated[X, OWNER]
Counted = Annotated[X, COUNTED]
Sealed = Annotated[X, SEALED]

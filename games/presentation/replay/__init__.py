"""Reviewing a game: entry by entry, turn by turn, its points over time, and an ended game as a film.

`timeline` reads a log as one viewer may read it, and needs nothing else; `past` returns what that viewer may now know
of an earlier position; `film` draws an ended game as an animation, and `films` caches it, like PNGs.

Nothing here is shown that the viewer cannot find in the log: an entry's position is the one that its seat could see
then. Hands and tickets of all seats are added once the game's secrets are open to everyone.
"""

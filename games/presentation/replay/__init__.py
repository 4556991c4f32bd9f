"""A game looked at again: entry by entry, turn by turn, its points over time, and an ended one as a film.

`timeline` reads a log as one viewer may read it, and needs nothing else; `past` says what that viewer may know now of
an earlier position; `film` draws an ended game as a moving picture, and `films` keeps it, as PNGs are kept.

Nothing here is told that the viewer cannot find in the log: an entry's position is the one that its seat could see
then. Hands and tickets of all seats join it once the game's secrets are open to everyone.
"""

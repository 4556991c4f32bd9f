"""A game being played, with a package for each aspect. Their layers are set by the import contracts.

`store` keeps the log and the position, `play` changes them, `clocks` times the turns, `plans` answer for players who
are away. Admins decide disputes (`disputes`) by `rulings`; the players decide by `agreements`; and `talk` is their
conversation.
"""

"""One game being played, a room for each side of it. No layer: each room stands where the contracts put it.

`store` keeps the log and the position, `play` changes them, `clocks` gives time, `plans` answer for who is away. Admins
decide in `rulings` what `disputes` ask for; the table itself in `agreements`; and `talk` is what is said.
"""

"""Clocks of games: what was agreed, when it stands still, when a deadline is.

Pure: the clock, the zones' names and everything else is passed in, and nothing of Django is known here.

1. `terms`: what the players of a game agreed on. Two numbers of it are a seat's own account and change as the game
   goes on: how much is left in its bank, and for how long its habits have stopped its clock.
2. `habits`: what a player lives by (quiet hours, days off, vacations, in the own time zone), as stretches of time in
   which the clock stands still (`Stop`).
3. `layout`: the time that somebody has is laid out over the calendar, around those stops; the end is the deadline.
4. `turns`: both together: when a turn's time is over and when its grace, what it has cost, and what becomes of it when
   the game was paused or its player changed habits meanwhile.

A laid-out turn keeps the stops that it was laid out around. So whatever is asked of it later (what is left, what it
has cost) needs no zone's rules: those may have changed since, and the player may have moved.
"""

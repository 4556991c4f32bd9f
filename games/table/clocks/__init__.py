"""Clocks of games: what was agreed, when it stands still, when a deadline is.

The first half is pure: the clock, the zones' names and everything else is passed in, and nothing of Django is known.

1. `terms`: what the players of a game agreed on. Two numbers of it are a seat's own account and change as the game
   goes on: how much is left in its bank, and for how long its habits have stopped its clock. `games.durations` and
   `zones` are how both are spelled.
2. `habits`: a player's routine (quiet hours, days off, vacations, in their own time zone), as stretches of time in
   which the clock stands still (`Stop`).
3. `layout`: the time that somebody has is laid out over the calendar, around those stops; the end is the deadline.
4. `turns`: both together: when a turn's time is over and when its grace, what it has cost, and what becomes of it when
   the game was paused or its player changed habits meanwhile.
5. `local_days`: time counted in days as they are where somebody lives; vacations are paid for in them.

A laid-out turn keeps the stops that it was laid out around. So whatever is asked of it later (what is left, what it
has cost) needs no zone's rules: those may have changed since, and the player may have moved.

The second half joins it to rows:

6. `mapping`: games, seats and turns as the first half has them, and back.
7. `turn_times`: what an entry of the log does to turns and accounts.
8. `vacations`: taken and given up by players.
9. `heartbeats`, `probe`, `outages`: when the server itself was away, and what that adds to a turn.

What happens when time is over is in `games.table.play` (`deadlines`, `expiry`); pauses are rulings.
"""

"""Clocks of games: the agreed terms, when a clock stands still, and deadlines.

The first half is pure: the time, the zones' names and everything else is passed in, and Django is not imported.

1. `terms`: what the players of a game agreed on. Two numbers are a seat's own account and change as the game goes on:
   how much is left in its bank, and for how long its habits have stopped its clock. `games.durations` and `zones`
   define how durations and time zones are spelled.
2. `habits`: a player's routine (quiet hours, days off, vacations, in their own time zone), as stretches of time in
   which the clock stands still (`Stop`).
3. `layout`: a player's time is laid out over the calendar, around those stops; its end is the deadline.
4. `turns` combines both: when a turn's time and its grace are over, what it has cost, and how it changes when the game
   is paused or its player changes habits.
5. `local_days`: time counted in a player's local days, in which vacations are charged.

A laid-out turn keeps the stops that it was laid out around. So later questions (what is left, what it has cost) do not
depend on a zone's rules, which may have changed since, and the player may have moved.

The second half connects them to database rows:

6. `mapping`: conversion of games, seats and turns to the types of the first half, and back.
7. `turn_times`: how an entry of the log changes turns and accounts.
8. `vacations`: how players take and give up vacations.
9. `heartbeats`, `probe`, `outages`: when the server itself was down, and how much time that adds to a turn.

`games.table.play` (`deadlines`, `expiry`) handles turns whose time is over; pauses are rulings.
"""

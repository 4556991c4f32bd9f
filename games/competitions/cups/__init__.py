"""Cups: rounds in which players meet, at tables of two to five, by knockout or by the Swiss system.

1. `creation`: a host makes a cup, and may call it off before it begins. `admission`: players enter and leave.
2. Pure: `draws` says what a draw is; `knockout` and `swiss` make them; `turns` says who sits where, so that everyone
   begins about equally often.
3. `course` reads a cup as it has gone so far, and says what follows from the results: who goes on (`bracket`), how
   everyone stands (`scores`). Nothing of that is kept, so a ruling that changes a result is followed until the next
   round has been drawn; that draw stands.
4. `rounds` has the steps: begin, start a game, announce, close, go on to the next round or end. Each is done once,
   under the cup's lock, and may be called again. `replacements`: whoever leaves, is gone or stays away plays no further
   round; a stand-in takes the seat, and others go on instead.
5. `sweeps` does all that is due. `selectors` only read. What people should hear of is sent as
   `games.signals.cup_changed`.

A round ends when all its tables are done, or when its time is over: what still runs then is ended by the points as they
stand, by a ruling that an admin can undo like any other, until the next round begins a day later. The order of locks is
player, cup, the row of a promised game, game.
"""

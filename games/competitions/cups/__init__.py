"""Cups: rounds in which players meet, at tables of two to five, by knockout, by the Swiss system, or everyone
against everyone.

1. `creation`: a host creates a cup, and may call it off before it begins. `admission`: players enter and leave.
2. Pure: `draws` defines a draw; `knockout`, `swiss` and `round_robin` make draws; `turns` says who sits where, so
   that everyone begins about equally often.
3. `course` reads the rounds of a cup so far, and derives from their results who advances (`bracket`) and everyone's
   rank (`scores`). None of that is stored, so a ruling that changes a result takes effect until the next round has been
   drawn; that draw is final.
4. `rounds` has the steps: begin, start a game, announce, close, go on to the next round or end. Each is done once,
   under the cup's lock, and can safely be repeated. `replacements`: players who leave, are suspended or stay away play
   no further round; a stand-in takes the seat, and others advance instead.
5. `sweeps` does everything that is due. `selectors` only read. News for players are sent as
   `games.signals.cup_changed`.

A round ends when all its tables are done, or when its time is over: games still running then are ended by their
present points, by a ruling that an admin can undo like any other, until the next round begins a day later. The order
of locks is player, cup, the row of a promised game, game.
"""

"""Series: the same people play a number of games, one after the other, with common standings.

1. `creation`: a host opens a table as the first game of a series; people join it like any other.
2. `progress`: once a game is over, the next one opens and starts at once. The people who still sit there play it, in
   the same order, except that the second player begins. A player who has left, is absent, suspended or inactive is
   replaced by a stand-in, whose seat nobody can take over. The series is over after its last game, or when fewer than
   two people are left.
3. `departures`: a player who wants to play no further game says so during one, and can take it back until that game
   is over.
4. `series_table`: the standings, computed from the results of the games on every reading, so that they follow
   rulings. `selectors` only read.

A game that a ruling or the table has declared void is not played again: all share first place in it (see
`games.competitions.results`). The ruling may be undone; then the game goes on and has its own result after all.
"""

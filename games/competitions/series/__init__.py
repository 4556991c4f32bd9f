"""Series: the same people play a number of games, one after the other, with standings over all.

1. `creation`: a host opens a table as the first game of a series; people sit down there as at any other.
2. `progress`: once a game is over, the next one opens and starts at once. The people who still sit there play it, in
   the same order, but that the second of them begins. The seat of anyone who has left, is absent, suspended or gone is
   a stand-in's, and nobody can take it over. The series is over after its last game, or when fewer than two people are
   left.
3. `departures`: a player who wants to play no further game says so while one runs, and can take it back until it is
   over.
4. `series_table`: the table, worked out from the results of the games whenever somebody looks, so that it follows a
   ruling. `selectors` only read.

A game that a ruling or the table has declared void is not played again: all share one place there (see
`games.competitions.results`). The ruling may be undone, and then the game goes on and has its own result after all.
"""

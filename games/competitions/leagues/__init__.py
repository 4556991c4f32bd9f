"""Leagues: divisions that play season after season.

1. `creation`: a host creates a league, and closes it. `admission`: players enter and leave.
2. `ladder` is pure: who plays in which division, who is promoted and who is relegated.
3. `seasons`: a season begins with its divisions, places and promised games, and ends on time: games still running then
   are ended by their present points, by a ruling that an admin can undo like any other. `receivers`: when a ruling
   changes a result, places follow, until the next season begins.
4. `replacements`: players who leave, are suspended or stay away lose their place, and the first in line gets it, with
   all its seats. If nobody waits, stand-ins play, and the place can't be promoted.
5. `sweeps` does everything that is due. `selectors` only read: leagues, seasons, standings. News for players are
   sent as `games.signals.league_changed`.

Everyone plays everyone in their division, blocked or not: pages and the API's description say so. Standings say about
running games only that they are running. The order of locks is player, league, the row of a promised game, game;
nobody who holds a game's row takes the others, except for the rows of places when a result changes.
"""

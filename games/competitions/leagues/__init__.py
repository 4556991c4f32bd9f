"""Leagues: divisions that play season after season.

1. `creation`: a host makes a league, and closes it. `admission`: players enter and leave.
2. `ladder` is pure: who plays in which division, who is promoted and who relegated.
3. `seasons`: a season begins with its divisions, places and promised games, and ends on time: what still runs then is
   ended by the points as they stand, by a ruling that an admin can undo like any other. `receivers`: when a ruling
   changes a result, places follow, until the next season begins.
4. `replacements`: anyone who leaves, is gone or stays away loses the place, and the first in line gets it, with all its
   seats. Where nobody waits, stand-ins play, and the place can't be promoted.
5. `sweeps` does all that is due. `selectors` only read: leagues, seasons, standings. What people should hear of is
   sent as `games.signals.league_changed`.

Everyone plays anyone in the same division, blocked or not: pages and the API's description say so. Of running games
nothing counts in standings but that they run. The order of locks is player, league, the row of a promised game, game;
nobody who holds a game's row takes the others, except for the rows of places when a result changes.
"""

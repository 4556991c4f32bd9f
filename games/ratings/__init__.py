"""Ratings: how well people play each ruleset, derived only from the results of games.

1. `skill`: how a result changes its players' skills (Plackett-Luce model, by openskill), and how skills are shown.
2. `results`: for which players a game's result counts, and their places.
3. `derivation`: computes all ratings from the games that count, in the order in which they ended. `receivers` triggers
   it when a game ends, and from that game on when a ruling changes how it ended, by a worker if many games follow.
4. `rating_table`: public ratings, leaderboards, and who may sit down at a table that requires a rating.

Nobody can save their rating by quitting: a player who leaves a game that has properly begun finishes last. A running
game changes no ratings.
"""

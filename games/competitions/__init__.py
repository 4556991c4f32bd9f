"""Competitions: sets of games with common results.

1. `fixtures` starts a promised game exactly once, with the players whom the competition has paired, in its order.
2. `results` turns ranks into match points and standings; `played` reads the results of the games.

3. `hosts` contains what the hosts of cups and of leagues can decide and do.

A competition decides who sits at its games, so nobody else admits players to them: they are by invitation, and nobody
is invited. In all other respects they are like any other game.
"""

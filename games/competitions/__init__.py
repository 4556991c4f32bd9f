"""Competitions: many games that are one thing, with their own results.

1. `fixtures` starts a promised game: once, at once, with the players whom the competition has paired, in its order.
2. `results` turns ranks into match points and standings; `played` reads what they are made from.

3. `hosts` is what hosts of cups and of leagues decide alike, and may do.

A competition says who sits at its games, so nobody else lets anyone in there: they are by invitation, and nobody is
invited. In everything else they are like any other game.
"""

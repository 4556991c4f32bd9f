"""Cups: who meets whom, at tables of two to five. All of it is pure.

`draws` says what a draw is. `knockout` seeds the players and works the numbers out; `swiss` lets those meet who have
about the same match points, and nobody twice if it can be helped.
"""

"""Ratings: how well people play each ruleset, derived from the results of games and from nothing else.

1. `skill`: what a result makes of its players' skill (Plackett and Luce's model, by openskill), and how that is shown.
2. `derivation`: which games count, and all that follows from them, in the order in which they ended. `listening` has
   it done when a game ends, and again from there when a ruling changes how one ended: by a worker, if much follows.
3. `standing`: ratings as others see them, leaderboards, and who may sit down at a table that asks for a rating.

A game counts if it was public and meant to count, and ended with ranks while every seat was held by the person who had
it at the start. Anyone who has left, and whose seat nobody took, counts with the rank that leaving gives: else the
losing side would leave. A seat that a stand-in or another person took makes the game count for nobody. A running game
changes nothing.
"""

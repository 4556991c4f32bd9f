"""Ratings: how well people play each ruleset, derived from the results of games and from nothing else.

1. `skill`: what a result makes of its players' skill (Plackett and Luce's model, by openskill), and how that is shown.
2. `results`: whom a game's result counts for, and which place each of them has.
3. `derivation`: all that follows from the games that count, in the order in which they ended. `receivers` has it done
   when a game ends, and again from there when a ruling changes how one ended: by a worker, if much follows.
4. `rating_table`: ratings as others see them, leaderboards, and who may sit down at a table that asks for a rating.

Nobody saves a rating by stopping: whoever leaves a game that has properly begun comes in last. A running game changes
nothing.
"""

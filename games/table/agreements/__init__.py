"""Agreements: what players decide about their game without an admin, recorded as rulings without one.

1. A player proposes an order (`new_proposals`): one of those in `orders`, which are bounded, so that nobody can be
   deprived of anything by them that the clock would not have taken.
2. Everyone who is present is asked (`presence`), and says yes or no (`votes`). A single no ends the proposal. Silence
   is never a yes; but players who have let a turn run out and not come back are, after a while, no longer waited for.
   At least two players have to want it: nobody agrees alone, except to a pause if nobody else plays.
3. `settlement` checks a proposal whenever something may have changed: an answer, an entry of the log, or a time limit.
   Once all have agreed it is carried out (`games.table.rulings.by_the_table`); only another proposal can undo it.
4. `own_move`: your own last move is taken back without asking anyone, where nobody has learned anything from it.

Locks are taken in one order: the player, the game. A proposal shows the part of a ruling's preview that everybody may
know (`proposal_preview`). The game's row has the number of open proposals, so that a move costs nothing more if there
are none.
"""

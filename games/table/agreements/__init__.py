"""By agreement of the table: what players decide about their game without an admin, as rulings that have none.

1. A player proposes an order (`new_proposals`): one of those in `orders`, which are bounded, so that nobody can be
   deprived of anything by them that the clock would not have taken.
2. Everyone who is there is asked (`presence`), and says yes or no (`votes`). One no, and nothing comes of it.
   Nobody's silence is a yes; but whoever has let a turn run out and not come back is, after a while, not waited for.
   At least two players have to want it: nobody agrees alone.
3. `settlement` looks at a proposal whenever something may have changed: an answer, an entry of the log, time that is
   over. Once all have agreed it is carried out (`games.table.rulings.by_the_table`), and undone by another proposal.
4. `own_move`: your own last move is taken back without asking anyone, where nobody has learned anything from it.

Locks are taken in one order: the player, the game. A proposal shows what a ruling's preview shows (`proposal_preview`):
what everybody may know. The game's row has the number of open ones, so that a move costs nothing more where there are
none.
"""

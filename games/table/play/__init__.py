"""Play: every way in which something is decided in a running game, and what follows from an entry of its log.

1. `log_entries` is the one way into the log: the engine decides, the entry is appended, and all that follows from it
   is carried out in the same transaction: `consequences` says what, as one value (turns, clocks, closings, plans,
   departures, notices).
2. Those who bring decisions: `moves` (players), `stand_ins` (the house), `expiry` (time that is over), `seat_changes`
   (somebody leaves, is away, is back, takes a seat over), `schedule_changes` (clocks that are laid out again).
   `practice_calls` has a worker answer at once for the stand-ins of a practice table.
3. `open_seats`, `closing_times` and `plan_times` know more of what follows.
4. `batches` is the skeleton of sweeps, whose rows `sweeps` finds; `deadlines` acts on turns that are due,
   `grace` says so before. A game that raises is put into `quarantine`.
5. `participation` is the other fold of the log, beside the engine's: who sat where, who was away, what was ruled.
   `history` and `reveal` only read.

Plans, seats, rulings and disputes are built on this; it knows none of them.
"""

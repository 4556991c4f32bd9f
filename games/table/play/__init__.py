"""Play: every way in which something is decided in a running game, and the consequences of an entry of its log.

1. `log_entries` is the only way into the log: the engine decides, the entry is appended, and its consequences are
   carried out in the same transaction; `consequences` computes them as one value (turns, clocks, closings, plans,
   departures, notices).
2. Decisions come from `moves` (players), `stand_ins` (house players), `expiry` (turns whose time is over),
   `seat_changes` (a player leaves, is absent, returns, or takes over a seat) and `schedule_changes` (clocks that are
   laid out again). `practice_calls` makes a worker answer at once for the stand-ins of a practice table.
3. `open_seats`, `closing_times` and `plan_times` contain further consequences.
4. `batches` is the skeleton of sweeps, whose rows `sweeps` finds; `deadlines` acts on turns that are due, `grace`
   announces it beforehand. A game that raises an error is put into `quarantine`.
5. `participation` folds the log independently of the engine: who sat where, who was away, what was ruled. `history` and
   `reveal` only read.

Plans, seats, rulings and disputes are built on this package, which imports none of them.
"""

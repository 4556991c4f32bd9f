"""`make bench-million`: the cost of the same work among 10,000 and among 1,000,000 active games.

1. `patterns` plays some dozens of real games through the site's own services, and a few with something due.
2. `templates` splits each game's rows into the parts shared by all copies and the parts that differ.
3. `filling` writes the copies with COPY. Each can be played on: it has its own chain, seals and keys.
4. `asking` and `sweeping` do the same work in each crowd, game for game and in `turns`; `costs` measures it.
   `due_copies` adds the games to sweep.
5. `telling` compares the crowds. With `--partitions`, `partitioning` also stores the same log in partitions.

The work happens in a PostgreSQL of its own (`server`), which is deleted afterwards.
"""

"""`make bench-million`: what the same work costs among 10,000 and among 1,000,000 active games.

1. `patterns` plays some dozens of real games, by the site's own services, and a few with something due.
2. `templates` makes of each game's rows what all copies of it share, and what each has of its own.
3. `filling` writes the copies by COPY. Each can be played on: chain, seals and keys are its own.
4. `asking` and `sweeping` do the same work in each crowd, game for game and in `turns`; `costs` counts what it takes.
   What is swept, `due_copies` adds.
5. `telling` compares. With `--partitions`, `partitioning` keeps the same log in partitions, too.

The database is a PostgreSQL of its own (`server`), and gone afterwards.
"""

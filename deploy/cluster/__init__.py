"""A whole cluster on one machine, from real parts: what several machines would run, so that it can be tried and broken.

    python -m deploy.cluster

Two web machines behind nginx, two workers, two beats, a stream server; PgBouncer in transaction mode in front of
PostgreSQL, which has a synchronous standby and an asynchronous replica; Redis. `postgres` is a server, `databases` the
three of them with PgBouncer; `parts` are processes and what watches over them, `proxy` is nginx, `machines` is all
of it. Logs are under `.local/cluster`, made again at each start; the databases are in a temporary folder, which goes at
the end.
"""

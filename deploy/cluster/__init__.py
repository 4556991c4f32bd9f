"""A whole cluster on one machine, made of real parts, so that a site on several machines can be tried and broken.

    python -m deploy.cluster

Two web machines behind nginx, two workers, two beats, a stream server; PgBouncer in transaction mode in front of
PostgreSQL, which has a synchronous standby and an asynchronous replica; Redis. `postgres` is one server, `databases`
three of them with PgBouncer; `parts` are processes with their supervisor, `proxy` is nginx, and `machines` is the whole
cluster. Logs are in `.local/cluster`, which is emptied at each start; the databases are in a temporary folder, which is
deleted at the end.
"""

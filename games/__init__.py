"""Games in the database: players, tables, logs and deadlines, and the services that work on them."""

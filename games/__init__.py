"""Games as rows: players, tables, logs, deadlines, and what can be done with them."""

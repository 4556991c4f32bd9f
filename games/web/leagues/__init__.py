"""The pages of leagues: all of them (`listed`), one with its seasons (`league`), and a new one (`founding`).

They say and do what programs can, through the same services. `shown` is a league in a few words, `divisions` are its
standings and games.
"""

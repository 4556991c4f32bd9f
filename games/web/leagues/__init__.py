"""The pages of leagues: the list (`listed`), a league with its seasons (`league`), and a new one (`creation`).

They say and do what programs can, through the same services. `shown` describes a league in a few words, `divisions` has
its standings and games.
"""

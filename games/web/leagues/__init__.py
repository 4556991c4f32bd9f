"""The pages of leagues: the list (`listed`), a league with its seasons (`league`), and a new one (`creation`).

They use the same services as the API. `shown` describes a league in a few words, `divisions` prepares its standings
and games.
"""

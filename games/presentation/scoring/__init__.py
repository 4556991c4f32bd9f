"""The final scoring of a game that is over, as page, email and API show it.

`final_score` has all of it as one value: how each seat's points add up, what the game changed in the ratings, and the
`turning_point`. Everything in it is open to the table from the moment the game ends.
"""

"""The base map under the boards: coast, lakes, rivers, state lines and borders, in degrees.

`north_america.json` was made once by `convert` (see there where the data come from) and is committed, so
that nothing is fetched when the project is built or run.
"""

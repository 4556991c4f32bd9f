"""The base map under the boards: coast, lakes, rivers, state lines and borders, in degrees.

`north_america.json` was generated once by `convert` (which says where the data come from) and is committed, so
that nothing is downloaded when the project is built or run.
"""

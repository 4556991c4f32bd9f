"""A cluster while its parts are killed: python -m tests.cluster --minutes 10

People play by HTTP while parts of the cluster (`deploy.cluster`) are killed at random, the primary too. At the end
nothing that was acknowledged may be missing, and nothing may have happened twice. `playing` plays, `killing` kills,
and `checks` looks at what is left.
"""

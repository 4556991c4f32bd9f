"""The cluster under fire: python -m tests.cluster --minutes 10

People play by HTTP while parts of the cluster (`deploy.cluster`) are killed at random, the primary too. At the end
nothing that was acknowledged may be missing, and nothing may have happened twice. `tables` play, `fire` kills, and
`accounts` looks at what is left.
"""

"""A cluster whose parts are killed: python -m tests.cluster --minutes 10

People play over HTTP while parts of the cluster (`deploy.cluster`) are killed at random, including the primary. At the
end no acknowledged move may be missing, and nothing may have happened twice. `playing` plays, `killing` kills, and
`checks` examines the result.
"""

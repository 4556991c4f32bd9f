"""Benchmarks with ratios as results: the site against the least work that could do the same, on the same cores."""

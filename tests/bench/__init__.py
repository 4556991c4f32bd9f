"""Figures as ratios: the site against the least that could do the same, in one run on the same cores."""

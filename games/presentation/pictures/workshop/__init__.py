"""Tools that make the files from which pictures are drawn, once, on a developer's machine: nothing here runs on a site.

`layout` computes a board's geometry, with `hints` about it and the base `map` below it; `letters` extracts a font's
outlines.
"""

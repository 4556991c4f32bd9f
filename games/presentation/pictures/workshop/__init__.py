"""What makes the files that pictures are drawn from, once, on a developer's machine: nothing here runs on a site.

`layout` lays a board out, with `hints` about it and the base `map` below it; `letters` takes a font's outlines.
"""

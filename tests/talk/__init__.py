"""Tests of the players' talk at a table."""

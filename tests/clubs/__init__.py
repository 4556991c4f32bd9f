"""Tests of clubs: who is in them, their tables, and what outsiders never learn."""

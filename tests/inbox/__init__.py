"""Tests of incoming emails, by which people play."""

"""Tests of bots: their owners, the challenges they accept, and where they may sit."""

"""Bots: their owners, what they take on, and where they may sit."""

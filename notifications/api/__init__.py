"""The API for a player's emails and other notifications."""

"""The API for a player's email settings."""

"""The admin's part about games."""

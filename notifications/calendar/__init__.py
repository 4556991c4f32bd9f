"""A player's deadlines and vacations as a calendar (RFC 5545), which calendar programs fetch at a secret address.

`addresses` creates, finds and revokes the address; `events` says what is in the calendar; `feed` writes it.
"""

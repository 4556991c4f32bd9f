"""A player's deadlines and vacations as a calendar (RFC 5545), which calendar programs fetch at a secret address.
With a club's id at its end, the address opens the calendar of that club, as long as its owner is a member.

`addresses` creates, finds and revokes the address; `events` says what is in the calendar; `feed` writes it.
"""

"""Seats: who sits at a table, from the game's first day to its last.

1. `lobby`: a game before its log begins: created, filled, called off or started. `turn_order` says who sits where,
   `stand_in_seats` seats stand-ins, `invitation_limits` bounds how often one may ask others, `join_links` let in
   whoever has one. `practice` is a table for one. `challenges` lets policies answer for bots, and `bots` says where
   these may sit.
2. `departures`: a running game is left, or its holder is back.
3. `takeovers` and `offers`: an open seat gets another holder; `eligibility` says who may sit down.
4. `closure` is the sweep over games that nobody plays.
5. `again`: an ended game's people at a new table.
6. `presence`: who has a table open just now. `notes`: what players write down for themselves.
7. `records`: what a player has played. `company`: whom a player may want to invite.
8. `selectors` only read: which games and seats a player may see, join, or is waited for in. `visible` is one game as
   one player, or anyone, may see it. `archive` has many games in an order that never changes, for exports.
"""

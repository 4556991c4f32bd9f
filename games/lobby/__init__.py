"""The lobby and its seats: who sits at a table, from the creation of a game to its end.

1. `lobby`: a game before its log begins: created, filled, called off or started. `turn_order` decides who sits where,
   `stand_in_seats` seats stand-ins, `invitation_limits` limits invitations, `join_links` lets in anyone who has a link.
   `practice` opens a table for one player. `challenges` lets policies answer for bots, and `bots` decides where bots
   may sit.
2. `departures`: leaving a running game, and coming back.
3. `takeovers` and `offers`: giving an open seat to another player; `eligibility` decides who may sit down.
4. `closure` is the sweep over games that nobody plays.
5. `again`: the players of an ended game at a new table.
6. `presence`: who has a table open right now. `notes`: private notes of players.
7. `records`: the games a player has played. `company`: whom a player may want to invite.
8. `selectors` only read: the games and seats that a player may see or join, or in which the player is waited for.
   `visible` returns one game as a player, or anyone, may see it. `archive` lists many games in an order that never
   changes, for exports.
"""

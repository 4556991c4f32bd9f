"""Clubs: people who play with each other, at tables of their own.

1. `creation`: somebody founds a club; its hosts change what it says of itself; it closes with its last member.
2. `membership`: players join, ask, leave; hosts let them in, turn them away, remove them, and make others hosts. When
   the last host goes, `succession` finds another.
3. `invitations`: many players are invited in one act. `links`: whoever has the club's link can join.
4. `announcements`: hosts tell the members something, on the page and by email. `talk`: members talk with each other;
   `reports`: they report a line to the admins.
5. `ladder` ranks the members by the games of the club alone.
6. `selectors` only read: which clubs a reader may know of, who is in them, their tables. What a club's members may see
   of its tables is decided where all tables are: `games.lobby.club_tables`.

To anyone outside, a private club does not exist: services raise NotFound("no_such_club") for it. The order of locks is
player, club.
"""

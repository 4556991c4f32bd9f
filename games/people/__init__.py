"""People: their accounts, what they may do, what we know about them, and how we forget it.

1. Signing up, changing and leaving: everything goes through `accounts`; `codes` proves an address, `addresses`
   changes it, `admission` says who may sign up, `player_rows` writes the row. `tokens` are for programs. `guests` have
   no account yet and can practice. `bots` belong to players; `bot_policies` say which challenges they accept. `apps`
   are third-party programs, `own_apps` those that a player offers, `app_secrets` their client secrets.
2. How players relate to each other: `relations` are blocks, friends and mutes, `blocks` says what a block means;
   `reliability`.
3. Personal data: `mentions` are names in what others wrote, `privacy` exports all that is held and erases it.
   `networks` and `sightings`: the hashed networks people came from, kept for a while; `counters` count what networks
   and players do in a minute, `network_limits` say how much is too much.
4. Administration: `rights` says what an admin may do, `moderation` mutes and suspends, `suspension` refuses suspended
   players and guests, `audit` lists everything that admins did and looked at.

Nothing here knows about running games: receivers of `games.signals.player_leaving` and `player_erased` change them
when a player is erased.
"""

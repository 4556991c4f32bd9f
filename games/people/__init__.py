"""People: their accounts, what they may do, what we know about them, and how we forget it.

1. Coming, changing and going: `accounts` is the one door; `codes` proves an address, `addresses` changes it,
   `admission` says who may sign up, `player_rows` writes the row. `tokens` are for programs. `guests` have not come
   in yet: they practice. `bots` belong to players; `bot_policies` say which challenges they take. `apps` are other
   people's programs, `own_apps` those that a player offers, `app_secrets` what they show.
2. What people mean to each other: `blocks`, `friends`, `reliability`.
3. What is written about them: `free_text` finds and forgets it, `mentions` are names in what others wrote, `privacy`
   exports all that is held and erases it. `networks` and `sightings`: from where somebody came, hashed, for a while;
   `counters` count what networks and players do in a minute, `network_limits` say how much is too much.
4. Those who look after it: `rights` says what an admin may do, `moderation` mutes and suspends, `suspension` refuses
   those who are, and guests, `audit` is the one list of what admins did and looked at.

Nothing here knows about running games: what erasing a player changes there is done by those who listen for it
(`games.signals.player_leaving`, `player_erased`).
"""

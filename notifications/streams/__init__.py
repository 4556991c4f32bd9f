"""What programs and pages hear at once: one open answer each, served by processes of their own (`deploy/stream`).

**What is told.** A game's stream tells its log, entry by entry, as the reader's seat may read it (`games`): each event
has an id that says how far it is, "41.7.3f2a9c01": after entry 41, line 7 of the talk, and a mark of what stands in no
log (who sits there, the game's name, open proposals ...). An account's stream tells what concerns the player
(`accounts`), by ids alone. Both begin with the present state. With `Last-Event-ID` they go on from there, on any
machine: all that is needed stands in PostgreSQL.

**How an account's events are counted.** Invitations, disputes and talk stand in no log, so an account has rows of its
own (`AccountEvent`), and Last-Event-ID is one number. A posted move must not pay for that, nor wait for other games'
moves. So:

1. Rows are written only for players who listen (`Listening`): those of entries and of the talk by triggers, within the
   statement that writes these; all others by `notifications.account_events`. They have no number yet.
2. Once they are committed, a stream process numbers them, under the lock of the player's `Listening` row
   (`accounts.number_waiting`). So no number becomes visible after a higher one, whatever commits first, and no
   transaction of a game ever holds two players' locks.
3. Whoever begins to listen is told the present state only when every transaction is over that may not have seen the
   new `Listening` row: what it has changed is in that state, and what comes later is written.
4. Old rows are erased after some days (`accounts.forget_old`). From before that nobody can go on: the stream says
   "reset", and tells the present state again.

**How a process hears.** `watch` asks one statement a second for all its streams: which games look otherwise than last
time, whose numbers have grown, which rows wait for one. A call through Redis (`calls`) only makes it ask sooner. A lost
call costs a second, never an event. There is no LISTEN: it fails behind a transaction pool, and NOTIFY takes a lock at
commit.

**How it is told on.** All who may know the same share a `channel`: it reads what is new once, and keeps the last of it.
Each open answer (`hub`) goes along there at its own pace: nothing is queued for it, so a slow reader costs no memory.
One that has fallen behind, or takes no more bytes, is dropped, and can go on by Last-Event-ID. Every few seconds
`rights` asks in one statement whose tokens, sessions and seats are still good; others end.

`asgi` is the entrance. Each request goes through Django's middleware and a view of the API, in a thread
(`notifications.api.streams`), which says what the answer will tell, or refuses. `server` runs all this. `receivers`
calls the processes when the games say that something has happened.
"""

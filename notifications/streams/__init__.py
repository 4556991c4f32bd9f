"""Streams of events to programs and pages: one open response each, served by separate processes (`deploy/stream`).

**Content.** A game's stream reports its log, entry by entry, as the reader's seat may read it (`games`). Each event has
an id that gives its position: "41.7.3f2a9c01" is after entry 41, line 7 of the talk, with a mark for everything that is
not in a log (the players, the game's name, open proposals ...). An account's stream reports what concerns the player
(`accounts`), by ids alone. Both begin with the present state. With `Last-Event-ID` they continue from there, on any
machine: everything needed for that is in PostgreSQL.

**Numbers of account events.** Invitations, disputes and talk are in no log, so an account has rows of its own
(`AccountEvent`), and its Last-Event-ID is a single number. A move must not pay for that, nor wait for other games'
moves. So:

1. Rows are written only for players who listen (`Listening`): those about entries and talk by triggers, within the same
   statement; all others by `notifications.account_events`. They have no number at first.
2. After the commit, a stream process numbers them, under the lock of the player's `Listening` row
   (`accounts.number_waiting`). So no number becomes visible after a higher one, whichever transaction commits first,
   and no transaction of a game ever holds two players' locks.
3. A new listener gets the present state only once every transaction has ended that may not have seen the new
   `Listening` row: that state includes its changes, and later ones are written as rows.
4. Old rows are erased after some days (`accounts.forget_old`). A reader cannot continue from before them: the stream
   sends "reset", and then the present state.

**Detection of news.** Once a second `watch` asks, in one statement for all streams of a process, which games look
different, which accounts' numbers have grown, and which rows still need one. A call through Redis (`calls`) only makes
it ask sooner. A lost call costs a second, never an event. LISTEN is not used: it fails behind a transaction pool, and
NOTIFY takes a lock at commit.

**Delivery.** All readers with the same rights share a `channel`, which reads news once and keeps the latest events.
Each open response (`hub`) proceeds through them at its own pace: nothing is queued for it, so slow readers cost no
memory. A reader that has fallen behind, or accepts no more bytes, is dropped, and can resume by Last-Event-ID. Every
few seconds `rights` checks in one statement which tokens, sessions and seats are still valid; other responses end.

`asgi` is the entry point. Each request goes through Django's middleware and a view of the API, in a thread
(`notifications.api.streams`), which decides what to stream, or refuses. `server` runs everything. `receivers` calls the
processes when the games signal that something has happened.
"""

"""Web Push: browsers show what their players hear by email, shorter, whether or not a page of ours is open.

1. A browser subscribes with our public key (`vapid`), and its player registers what it got (`registry`): an address at
   the browser's push service, and keys. Signing out there ends it, and so does signing out everywhere else, being
   suspended, and being erased (`receivers`).
2. The statement that writes an email also writes a `PushDelivery` for each of its player's subscriptions: a trigger
   does so. So a push waits for the digest, for the end of quiet hours, or while its player has the table open, exactly
   as the email does.
3. `queue` leases what is due. `delivery` asks whether it is still wanted and still true, and writes the `message`. A
   lock screen shows it to whoever passes by: it says what any spectator of the game may know.
4. It is encrypted for that browser alone (`encryption`), and posted as webhooks are, to the address that was resolved
   and found allowed (`notifications.outbox.calls.http_post`).
5. `queue` settles: delivered, or tried again for a day. What its push service no longer knows (404, 410), or takes
   nothing for a week, is deleted.

A worker that dies between 4 and 5 leaves a lease that runs out. The message comes again then, with the same topic and
the same tag: it takes the place of the first.
"""

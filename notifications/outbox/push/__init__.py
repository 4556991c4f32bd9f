"""Web Push: browsers show short versions of their players' emails, whether or not a page of ours is open.

1. A browser subscribes with our public key (`vapid`), and its player registers the result (`registry`): an address at
   the browser's push service, and keys. The subscription ends when the player signs out there, or everywhere else, or
   is suspended or erased (`receivers`).
2. The statement that creates an email also creates a `PushDelivery` for each of its player's subscriptions, by
   a trigger. So a push waits for the digest, for the end of quiet hours, or while its player has the table open, as the
   email does.
3. `queue` leases due messages. `delivery` checks whether each is still wanted and still true, and writes the `message`.
   Since a lock screen shows it to any passer-by, it says only what any spectator of the game may know.
4. It is encrypted for that browser alone (`encryption`), and posted like webhooks, to the address that was resolved and
   found permitted (`notifications.outbox.calls.http_post`).
5. `queue` settles it: delivered, or retried for a day. A subscription that its push service no longer knows (404, 410),
   or that accepts nothing for a week, is deleted.

A worker that dies between 4 and 5 leaves a lease that expires. Then the message is sent again, with the same topic and
the same tag, and replaces the first.
"""

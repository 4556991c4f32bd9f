"""Webhooks: players' programs hear by HTTP what their players would hear by email, and hear it at once.

1. A webhook is registered (`registry`): an address, kinds of events (`events`), a secret.
2. The statement that writes a `Notification`, an entry of a log or a line of the talk also writes a `WebhookDelivery`
   for each webhook that wants it, of its player or of the players who sit there: triggers do so. Where nobody has a
   webhook, a move costs nothing more; where the game's transaction is rolled back, nothing was to be told.
3. `queue` leases what is due. `delivery` asks whether it is still true and still its player's to hear, as for emails,
   and whether the token with which the webhook was registered is still good. It writes the `message` of what the
   player may know now (`subjects`), and posts it.
4. `notifications.outbox.calls` posts it: to the address that was resolved and found allowed, to none other.
5. `queue` settles: delivered, or tried again over three days. A server that answers 410 or takes nothing for that long
   is not called any more, and its player gets an email (`notices`: of a few a day).

A worker that dies between 4 and 5 leaves a lease that runs out: the message is posted again, with the same webhook-id.

An app has one webhook, which hears of all the players who let it see their games. Each delivery has its player, who
must still let the app in when it is posted.

A host can also have a chat told what any spectator of a game may know: a webhook of its table (`table_webhooks`,
`tables`, and `formats` for what Discord and ntfy want).
"""

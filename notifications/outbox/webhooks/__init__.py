"""Webhooks: players' programs receive by HTTP, and at once, what their players receive by email.

1. A webhook is registered (`registry`): an address, kinds of events (`events`), a secret.
2. The statement that writes a `Notification`, a log's entry or a line of talk also writes a `WebhookDelivery` for each
   webhook that wants it, of its player or of the players at the table, by triggers. Without webhooks a move costs no
   more; if the game's transaction is rolled back, nothing is posted.
3. `queue` leases due deliveries. `delivery` checks, as for emails, whether each is still true and its player may still
   know it, and whether the token that registered the webhook is still valid. It writes the `message` of what the player
   may know now (`subjects`), and posts it.
4. `notifications.outbox.calls` posts it only to the address that was resolved and found permitted.
5. `queue` settles it: delivered, or retried over three days. A server that answers 410, or accepts nothing for that
   long, is not called again, and its player gets an email (`notices`, a few a day).

A worker that dies between 4 and 5 leaves a lease that expires: the message is posted again, with the same webhook-id.

An app has one webhook, for the events of all players who let it see their games. Each delivery has its player, who must
still authorize the app when it is posted.

A host can also have a chat receive what any spectator of a game may know, by a webhook of the table (`table_webhooks`,
`tables`, and `formats` for Discord and ntfy).
"""

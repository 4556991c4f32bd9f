"""What one seat can look forward to, as far as it can see: pages and emails say it, each in its own form.

`ways` knows how far a ticket is from done, and which routes bring it nearer; `ticket_status` says so of each ticket,
and what those lack that take cards: `track` says how many are paid for together, `stretches` which routes are missing.
`claims`, `rows` and `draws` put what can be done in order, the useful first, and `helped_tickets` says which tickets it
helps; `gains` says what a claim scores. All of it reads a `viewpoint`: what one viewer may know, and nothing else.
"""

"""Emails to the site's own address: to sign up, to see one's games and tables, to sit down, to stop all emails.

`parser` finds the orders in what was typed (`orders` are their kinds, `tables` reads what makes a new game); `actions`
does them, by `handlers`, which call the services that the API calls; `listing` tells of games. `pipeline` goes from
the row to the answer (`answers`), and decides who may be answered at all (a `writer`).
"""

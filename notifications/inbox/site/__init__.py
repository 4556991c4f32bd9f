"""Emails to the site's own address: to sign up, see games and tables, join one, or stop all emails.

`parser` finds the orders in the typed lines (`orders` defines their kinds, `tables` reads descriptions of new games);
`actions` carries them out through `handlers`, which call the same services as the API; `listing` describes games.
`pipeline` leads from the row to the answer (`answers`), and decides who may be answered at all (a `writer`).
"""

"""The link in an email that opens a seat, to watch and to play without signing in.

1. The address in the email carries a token (`rights`): one seat of one game, the permitted acts, the expiry.
2. Opening it exchanges the token for a cookie (`browsers`) that is sent only to the pages of that game, and redirects
   to the game's plain address (`pages`). So the token is in no history, no Referer and no address that is passed on.
3. Each request reads the cookie again: it ends with the link, and the link with the seat.
4. A reader who is signed in as somebody else is asked first, and stays signed in as that player until then.
"""

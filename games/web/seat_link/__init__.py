"""The link in an email that opens a seat, to look and to play without signing in.

1. The address in the email carries a token (`rights`): one seat of one game, what may be done there, until when.
2. Opening it exchanges the token for a cookie (`browsers`) that only the pages of that game get, and leads on to the
   game's plain address (`pages`). So the token stands in no history, no Referer and no address that is passed on.
3. Each request reads the cookie again: it ends with the link, and the link with the seat.
4. A reader who is signed in as somebody else is asked first, and stays signed in as that player until then.
"""

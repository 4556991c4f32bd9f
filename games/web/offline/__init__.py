"""The site on a device: installed like an app, and with the last table to look at while there is no network.

A service worker (`games/static/web/service-worker.js`) stands between the pages and the network. It keeps one table's
page, the last that was seen, and a short page for everything else. What it keeps holds a hand, so:

- It keeps a page only for a signed-in player, under that player's mark (`viewer`), which comes with every page. A page
  with another mark, or with none, drops what was kept; so does signing out, before anything is sent.
- A seat that an email's link has opened has no mark, and is never kept: its cookie may be gone tomorrow, on a device
  that is not its player's.
- A page that says `Cache-Control: no-store` is never kept (settings, codes, a refused move). The table says `private,
  no-cache`: it may be kept by its reader's own browser, which must ask for a newer one; and so the worker does, each
  time that there is a network.
- Whether a page is current is known from its `Date`, for a browser's own cache may answer without a network: a page
  that is more than a minute old counts only if the network answers, too.
- After two weeks, as long as one stays signed in, it is no longer shown.

Nothing that is sent is kept or sent again: offline, a form says that it was not sent, and keeps the choice.
"""

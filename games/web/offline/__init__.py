"""The site on a device: installed like an app, with the last table available offline.

A service worker (`games/static/web/service-worker.js`) sits between the pages and the network. It keeps one table's
page, the last one visited, and a short page for everything else. A kept page may show a hand, so:

- It keeps a page only for a signed-in player, under that player's mark (`viewer`), which comes with every page. A page
  with another mark, or without one, deletes the kept page; so does signing out, before anything is sent.
- A seat opened by an email's link has no mark, and its page is never kept: the cookie may be gone tomorrow, on a device
  that is not its player's.
- A page that says `Cache-Control: no-store` is never kept (settings, codes, a refused move). The table says `private,
  no-cache`: its reader's own browser may keep it, but must ask for a newer one; and so does the worker, whenever
  there is a network.
- Whether a page is current follows from its `Date`, since a browser's own cache may answer without a network: a page
  that is more than a minute old counts only if the network answers, too.
- After two weeks, which is how long a sign-in lasts, the page is no longer shown.

Forms are neither kept nor sent later: offline, a form says that it was not sent, and keeps the choice.
"""

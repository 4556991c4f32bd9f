"""A game's log as pages, one for each entry, with board, events, points and time; and the film of an ended game.

`lookback` is the game as of an entry, as its viewer may know it now, `page` the page's content, `open_graph`
the preview of its address for other sites, `views` the addresses. They work without JavaScript, by links.
"""

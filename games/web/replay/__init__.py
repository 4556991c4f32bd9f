"""A game's log as pages, one for each entry, with board, what happened, points and time; and the film of an ended game.

`lookback` is the game as of an entry, as its viewer may know it now, `page` what the page shows of that, `open_graph`
what others are told of its address, `views` the addresses. They work without JavaScript, by links.
"""

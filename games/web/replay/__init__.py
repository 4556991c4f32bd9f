"""A game's log as pages: an entry each, with board, what happened, points and time; and the film of an ended game.

`lookback` is the game as its viewer may know it now as of an entry, `page` what the page shows of that, `sharing` what
others are told of its address, `views` the addresses. They work without JavaScript, by links.
"""

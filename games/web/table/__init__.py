"""The table: a game's page, to watch and to play, for players with a seat and spectators of public games.

`sight` reads what one viewer may know, once, under the same rules as the API. Everything else makes of it what the page
shows: values that templates print. `steps` reads the address: each step of a choice has its own, so that the page needs
no program in the browser. `questions` has a module for each kind of question. `moves` plays, by the service that the
API uses; nothing happens on GET.
"""

"""The table: a game's page, to watch and to play, for players with a seat and spectators of public games.

`sight` reads what one viewer may know, once, under the same rules as the API. Everything else derives the page's
values from it, which templates print. `steps` reads the address: each step of a choice has its own, so that the page
needs no script. `questions` has a module for each kind of question. `moves` plays, by the service that the API uses;
GET changes nothing.
"""

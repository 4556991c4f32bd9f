"""An invented board, small enough for a first game: nine islands, 19 tracks, 14 tickets, four lanterns."""

from typing import Final

from engine.boards import City
from engine.boards.tables import board_from_tables

# slug | name | latitude | longitude
CITIES = """
anchor | Anchor Bay | -11.20 | -151.90
brine | Brine | -10.80 | -151.10
coral | Coral Key | -11.50 | -150.90
driftwood | Driftwood | -12.10 | -151.60
eddy | Eddy | -10.90 | -150.10
foam | Foam Rock | -11.80 | -149.90
gull | Gull Point | -12.60 | -150.20
heron | Heron Isle | -11.10 | -149.20
inlet | Inlet | -12.20 | -149.10
"""

# city | city | length | the colors of its tracks, in the order of their numbers; "/2": a ferry with two locomotives
ROUTES = """
anchor | brine | 2 | red
anchor | coral | 3 | gray/1
anchor | driftwood | 2 | blue
brine | coral | 1 | gray
brine | eddy | 3 | green
coral | driftwood | 2 | yellow
coral | eddy | 2 | gray gray
coral | foam | 4 | black
driftwood | foam | 3 | white
driftwood | gull | 4 | gray/2
eddy | foam | 2 | orange
eddy | heron | 3 | purple
foam | gull | 2 | gray
foam | heron | 2 | red blue
foam | inlet | 3 | green
gull | inlet | 2 | yellow
heron | inlet | 3 | gray/1
"""

# number | city | city | points
TICKETS = """
1 | anchor | heron | 7
2 | anchor | gull | 6
3 | anchor | inlet | 8
4 | brine | foam | 5
5 | brine | gull | 7
6 | brine | inlet | 8
7 | coral | heron | 5
8 | coral | inlet | 7
9 | driftwood | heron | 5
10 | driftwood | inlet | 6
11 | eddy | gull | 4
12 | anchor | foam | 5
13 | brine | heron | 6
14 | driftwood | eddy | 4
"""

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7}

LAGOON: Final = board_from_tables("Lagoon", CITIES, ROUTES, TICKETS, ROUTE_POINTS)
LANTERNS: Final[tuple[City, ...]] = tuple(LAGOON.city_of[slug] for slug in ("anchor", "gull", "heron", "inlet"))
"""The cities that have a lantern at the start."""

"""The board of the Old West: 41 cities, 139 tracks (one a ferry), 50 tickets."""

from engine.boards.tables import board_from_tables

# slug | name | latitude | longitude
CITIES = """
albuquerque | Albuquerque | 35.084 | -106.65
ashland | Ashland | 42.195 | -122.709
bakersfield | Bakersfield | 35.373 | -119.019
bend | Bend | 44.058 | -121.315
billings | Billings | 45.783 | -108.501
boise | Boise | 43.615 | -116.202
bozeman | Bozeman | 45.677 | -111.043
carson_city | Carson City | 39.164 | -119.767
casper | Casper | 42.867 | -106.313
cheyenne | Cheyenne | 41.14 | -104.82
denver | Denver | 39.739 | -104.99
durango | Durango | 37.275 | -107.88
eugene | Eugene | 44.052 | -123.087
flagstaff | Flagstaff | 35.198 | -111.651
fresno | Fresno | 36.738 | -119.787
gillette | Gillette | 44.291 | -105.502
grand_junction | Grand Junction | 39.064 | -108.551
great_falls | Great Falls | 47.505 | -111.301
green_river | Green River | 41.529 | -109.466
helena | Helena | 46.589 | -112.039
idaho_falls | Idaho Falls | 43.492 | -112.034
las_cruces | Las Cruces | 32.32 | -106.764
las_vegas | Las Vegas | 36.17 | -115.14
los_angeles | Los Angeles | 34.052 | -118.244
missoula | Missoula | 46.872 | -113.994
phoenix | Phoenix | 33.448 | -112.074
portland | Portland | 45.515 | -122.678
pueblo | Pueblo | 38.254 | -104.609
redding | Redding | 40.587 | -122.392
roswell | Roswell | 33.394 | -104.523
sacramento | Sacramento | 38.582 | -121.494
salt_lake_city | Salt Lake City | 40.761 | -111.891
san_diego | San Diego | 32.716 | -117.161
san_francisco | San Francisco | 37.775 | -122.419
santa_fe | Santa Fe | 35.687 | -105.938
seattle | Seattle | 47.606 | -122.332
spokane | Spokane | 47.659 | -117.426
st_george | St. George | 37.096 | -113.568
tucson | Tucson | 32.222 | -110.975
winnemucca | Winnemucca | 40.973 | -117.736
wolf_point | Wolf Point | 48.09 | -105.64
"""

# city | city | length | the colors of its tracks, in the order of their numbers ("gray/3": a ferry, locomotives)
ROUTES = """
albuquerque | durango | 2 | white
albuquerque | flagstaff | 4 | black orange
albuquerque | las_cruces | 2 | gray gray
albuquerque | phoenix | 5 | yellow
albuquerque | roswell | 2 | red
albuquerque | santa_fe | 1 | green purple
albuquerque | tucson | 5 | blue
ashland | bend | 2 | black
ashland | eugene | 2 | blue green yellow
ashland | redding | 1 | orange red white
bakersfield | fresno | 1 | orange purple yellow
bakersfield | las_vegas | 3 | gray
bakersfield | los_angeles | 1 | black green white
bend | boise | 4 | purple white
bend | eugene | 1 | gray gray
bend | portland | 1 | gray gray
billings | bozeman | 2 | green red
billings | casper | 4 | purple yellow
billings | gillette | 3 | blue
billings | great_falls | 3 | gray
billings | wolf_point | 3 | black
boise | idaho_falls | 3 | black blue
boise | missoula | 4 | orange
boise | seattle | 7 | gray gray
boise | winnemucca | 3 | red
bozeman | helena | 1 | gray gray
bozeman | idaho_falls | 3 | gray gray
carson_city | fresno | 2 | gray
carson_city | las_vegas | 5 | black red
carson_city | redding | 2 | gray
carson_city | sacramento | 1 | gray gray
carson_city | winnemucca | 2 | blue orange
casper | cheyenne | 2 | orange white
casper | gillette | 1 | green
casper | green_river | 2 | blue
cheyenne | denver | 1 | black purple
cheyenne | green_river | 4 | red yellow
denver | grand_junction | 3 | red
denver | pueblo | 1 | orange yellow
denver | salt_lake_city | 6 | blue green
durango | flagstaff | 4 | purple
durango | grand_junction | 2 | green
durango | pueblo | 3 | red
eugene | portland | 1 | black purple red
flagstaff | las_vegas | 3 | green white
flagstaff | phoenix | 1 | gray gray
flagstaff | st_george | 2 | yellow
fresno | sacramento | 2 | green red white
fresno | san_francisco | 2 | gray gray
gillette | wolf_point | 4 | purple
grand_junction | pueblo | 3 | purple
grand_junction | salt_lake_city | 3 | black
grand_junction | st_george | 4 | white
great_falls | helena | 1 | blue
great_falls | missoula | 2 | white
great_falls | spokane | 5 | red
great_falls | wolf_point | 5 | orange
green_river | idaho_falls | 3 | orange
green_river | salt_lake_city | 1 | gray gray
helena | idaho_falls | 4 | white
helena | missoula | 1 | black yellow
idaho_falls | salt_lake_city | 2 | gray gray
las_cruces | roswell | 2 | green
las_cruces | tucson | 4 | orange
las_vegas | los_angeles | 3 | gray gray
las_vegas | st_george | 2 | blue orange
los_angeles | phoenix | 6 | gray gray
los_angeles | san_diego | 1 | blue red yellow
los_angeles | san_francisco | 7 | gray/3
missoula | spokane | 2 | green purple
phoenix | san_diego | 5 | orange purple
phoenix | tucson | 1 | red white
portland | seattle | 2 | green orange yellow
pueblo | santa_fe | 3 | black blue
redding | sacramento | 2 | black blue purple
redding | san_francisco | 3 | yellow
redding | winnemucca | 4 | green
roswell | santa_fe | 3 | yellow
sacramento | san_francisco | 1 | gray gray
salt_lake_city | st_george | 4 | purple red
salt_lake_city | winnemucca | 5 | white yellow
san_diego | tucson | 6 | green
seattle | spokane | 4 | black blue white
"""

# number | city | city | points
TICKETS = """
1 | bend | las_vegas | 10
2 | bend | los_angeles | 9
3 | billings | albuquerque | 12
4 | billings | durango | 11
5 | boise | grand_junction | 8
6 | boise | san_diego | 10
7 | boise | wolf_point | 11
8 | bozeman | denver | 9
9 | carson_city | albuquerque | 12
10 | casper | albuquerque | 8
11 | denver | tucson | 10
12 | eugene | missoula | 9
13 | eugene | san_francisco | 6
14 | fresno | phoenix | 8
15 | great_falls | phoenix | 14
16 | green_river | santa_fe | 9
17 | helena | las_cruces | 15
18 | helena | salt_lake_city | 6
19 | idaho_falls | bakersfield | 11
20 | idaho_falls | las_vegas | 8
21 | las_vegas | denver | 9
22 | las_vegas | tucson | 5
23 | los_angeles | billings | 16
24 | los_angeles | denver | 12
25 | los_angeles | salt_lake_city | 9
26 | los_angeles | santa_fe | 11
27 | missoula | cheyenne | 10
28 | phoenix | pueblo | 8
29 | portland | sacramento | 6
30 | portland | salt_lake_city | 10
31 | sacramento | las_cruces | 15
32 | salt_lake_city | cheyenne | 5
33 | salt_lake_city | phoenix | 7
34 | san_diego | albuquerque | 10
35 | san_diego | flagstaff | 6
36 | san_francisco | boise | 7
37 | san_francisco | denver | 15
38 | san_francisco | helena | 12
39 | san_francisco | los_angeles | 4
40 | seattle | ashland | 5
41 | seattle | denver | 17
42 | seattle | flagstaff | 16
43 | seattle | great_falls | 9
44 | seattle | los_angeles | 12
45 | seattle | roswell | 21
46 | spokane | albuquerque | 16
47 | spokane | phoenix | 16
48 | spokane | redding | 10
49 | st_george | gillette | 8
50 | winnemucca | casper | 8
"""

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}

OLD_WEST = board_from_tables("Old West", CITIES, ROUTES, TICKETS, ROUTE_POINTS)

"""The board of the base game: North America, 36 cities, 100 tracks, 30 tickets."""

from engine.boards.tables import board_from_tables

# slug | name | latitude | longitude
CITIES = """
atlanta | Atlanta | 33.749 | -84.388
boston | Boston | 42.36 | -71.059
calgary | Calgary | 51.045 | -114.057
charleston | Charleston | 32.777 | -79.931
chicago | Chicago | 41.878 | -87.63
dallas | Dallas | 32.777 | -96.797
denver | Denver | 39.739 | -104.99
duluth | Duluth | 46.787 | -92.1
el_paso | El Paso | 31.762 | -106.485
helena | Helena | 46.589 | -112.039
houston | Houston | 29.76 | -95.37
kansas_city | Kansas City | 39.1 | -94.579
las_vegas | Las Vegas | 36.17 | -115.14
little_rock | Little Rock | 34.746 | -92.29
los_angeles | Los Angeles | 34.052 | -118.244
miami | Miami | 25.762 | -80.192
montreal | Montréal | 45.502 | -73.567
nashville | Nashville | 36.163 | -86.781
new_orleans | New Orleans | 29.951 | -90.072
new_york | New York | 40.713 | -74.006
oklahoma_city | Oklahoma City | 35.468 | -97.516
omaha | Omaha | 41.257 | -95.935
phoenix | Phoenix | 33.448 | -112.074
pittsburgh | Pittsburgh | 40.441 | -79.996
portland | Portland | 45.515 | -122.678
raleigh | Raleigh | 35.78 | -78.638
saint_louis | Saint Louis | 38.627 | -90.199
salt_lake_city | Salt Lake City | 40.761 | -111.891
san_francisco | San Francisco | 37.775 | -122.419
santa_fe | Santa Fe | 35.687 | -105.938
sault_st_marie | Sault St. Marie | 46.522 | -84.346
seattle | Seattle | 47.606 | -122.332
toronto | Toronto | 43.653 | -79.383
vancouver | Vancouver | 49.283 | -123.121
washington | Washington | 38.907 | -77.037
winnipeg | Winnipeg | 49.895 | -97.138
"""

# city | city | length | the colors of its tracks, in the order of their numbers
ROUTES = """
atlanta | charleston | 2 | gray
atlanta | miami | 5 | blue
atlanta | nashville | 1 | gray
atlanta | new_orleans | 4 | orange yellow
atlanta | raleigh | 2 | gray gray
boston | montreal | 2 | gray gray
boston | new_york | 2 | red yellow
calgary | helena | 4 | gray
calgary | seattle | 4 | gray
calgary | vancouver | 3 | gray
calgary | winnipeg | 6 | white
charleston | miami | 4 | purple
charleston | raleigh | 2 | gray
chicago | duluth | 3 | red
chicago | omaha | 4 | blue
chicago | pittsburgh | 3 | black orange
chicago | saint_louis | 2 | green white
chicago | toronto | 4 | white
dallas | el_paso | 4 | red
dallas | houston | 1 | gray gray
dallas | little_rock | 2 | gray
dallas | oklahoma_city | 2 | gray gray
denver | helena | 4 | green
denver | kansas_city | 4 | black orange
denver | oklahoma_city | 4 | red
denver | omaha | 4 | purple
denver | phoenix | 5 | white
denver | salt_lake_city | 3 | red yellow
denver | santa_fe | 2 | gray
duluth | helena | 6 | orange
duluth | omaha | 2 | gray gray
duluth | sault_st_marie | 3 | gray
duluth | toronto | 6 | purple
duluth | winnipeg | 4 | black
el_paso | houston | 6 | green
el_paso | los_angeles | 6 | black
el_paso | oklahoma_city | 5 | yellow
el_paso | phoenix | 3 | gray
el_paso | santa_fe | 2 | gray
helena | omaha | 5 | red
helena | salt_lake_city | 3 | purple
helena | seattle | 6 | yellow
helena | winnipeg | 4 | blue
houston | new_orleans | 2 | gray
kansas_city | oklahoma_city | 2 | gray gray
kansas_city | omaha | 1 | gray gray
kansas_city | saint_louis | 2 | blue purple
las_vegas | los_angeles | 2 | gray
las_vegas | salt_lake_city | 3 | orange
little_rock | nashville | 3 | white
little_rock | new_orleans | 3 | green
little_rock | oklahoma_city | 2 | gray
little_rock | saint_louis | 2 | gray
los_angeles | phoenix | 3 | gray
los_angeles | san_francisco | 3 | purple yellow
miami | new_orleans | 6 | red
montreal | new_york | 3 | blue
montreal | sault_st_marie | 5 | black
montreal | toronto | 3 | gray
nashville | pittsburgh | 4 | yellow
nashville | raleigh | 3 | black
nashville | saint_louis | 2 | gray
new_york | pittsburgh | 2 | green white
new_york | washington | 2 | black orange
oklahoma_city | santa_fe | 3 | blue
phoenix | santa_fe | 3 | gray
pittsburgh | raleigh | 2 | gray
pittsburgh | saint_louis | 5 | green
pittsburgh | toronto | 2 | gray
pittsburgh | washington | 2 | gray
portland | salt_lake_city | 6 | blue
portland | san_francisco | 5 | green purple
portland | seattle | 1 | gray gray
raleigh | washington | 2 | gray gray
salt_lake_city | san_francisco | 5 | orange white
sault_st_marie | toronto | 2 | gray
sault_st_marie | winnipeg | 6 | gray
seattle | vancouver | 1 | gray gray
"""

# number | city | city | points
TICKETS = """
1 | boston | miami | 12
2 | calgary | phoenix | 13
3 | calgary | salt_lake_city | 7
4 | chicago | new_orleans | 7
5 | chicago | santa_fe | 9
6 | dallas | new_york | 11
7 | denver | el_paso | 4
8 | denver | pittsburgh | 11
9 | duluth | el_paso | 10
10 | duluth | houston | 8
11 | helena | los_angeles | 8
12 | kansas_city | houston | 5
13 | los_angeles | chicago | 16
14 | los_angeles | miami | 20
15 | los_angeles | new_york | 21
16 | montreal | atlanta | 9
17 | montreal | new_orleans | 13
18 | new_york | atlanta | 6
19 | portland | nashville | 17
20 | portland | phoenix | 11
21 | san_francisco | atlanta | 17
22 | sault_st_marie | nashville | 8
23 | sault_st_marie | oklahoma_city | 9
24 | seattle | los_angeles | 9
25 | seattle | new_york | 22
26 | toronto | miami | 10
27 | vancouver | montreal | 20
28 | vancouver | santa_fe | 13
29 | winnipeg | houston | 12
30 | winnipeg | little_rock | 11
"""

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}

USA = board_from_tables("USA", CITIES, ROUTES, TICKETS, ROUTE_POINTS)

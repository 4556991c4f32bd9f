"""The tickets of the card game: 46, each with the cards it takes, six big cities, and the coordinates of every city."""

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
los_angeles | Los Angeles | 34.052 | -118.244
miami | Miami | 25.762 | -80.192
montreal | Montréal | 45.502 | -73.567
nashville | Nashville | 36.163 | -86.781
new_orleans | New Orleans | 29.951 | -90.072
new_york | New York | 40.713 | -74.006
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

# number | city | city | points | cards
TICKETS = """
1 | chicago | new_york | 5 | yellow
2 | new_york | chicago | 5 | blue
3 | chicago | dallas | 6 | yellow green
4 | new_york | sault_st_marie | 6 | yellow blue
5 | chicago | montreal | 7 | yellow blue
6 | chicago | charleston | 7 | yellow red
7 | dallas | raleigh | 8 | green red
8 | dallas | miami | 9 | green red
9 | seattle | los_angeles | 9 | black white
10 | chicago | santa_fe | 9 | yellow green
11 | new_york | kansas_city | 9 | green blue
12 | chicago | miami | 10 | yellow red
13 | new_york | miami | 10 | blue red
14 | seattle | denver | 10 | black green
15 | los_angeles | dallas | 10 | white green
16 | los_angeles | vancouver | 10 | black white
17 | dallas | helena | 10 | black green
18 | dallas | washington | 10 | green blue
19 | new_york | new_orleans | 10 | blue red
20 | dallas | new_york | 11 | green blue orange
21 | dallas | winnipeg | 11 | yellow green purple
22 | miami | omaha | 11 | yellow red purple
23 | los_angeles | houston | 11 | white green orange
24 | miami | boston | 12 | blue red orange
25 | seattle | phoenix | 12 | black white orange
26 | miami | el_paso | 13 | green red orange
27 | dallas | san_francisco | 13 | white green purple
28 | chicago | calgary | 13 | black yellow purple
29 | seattle | saint_louis | 14 | black yellow purple
30 | los_angeles | nashville | 14 | white red orange
31 | los_angeles | duluth | 14 | white yellow purple
32 | seattle | chicago | 15 | black yellow yellow
33 | los_angeles | chicago | 15 | white yellow orange
34 | seattle | dallas | 16 | black black green orange
35 | chicago | san_francisco | 16 | white yellow purple orange
36 | miami | salt_lake_city | 17 | black red purple orange
37 | seattle | atlanta | 17 | black green red orange
38 | seattle | toronto | 17 | black blue purple purple
39 | los_angeles | pittsburgh | 18 | white blue blue purple
40 | los_angeles | miami | 19 | white red orange orange
41 | new_york | las_vegas | 19 | white blue purple orange
42 | miami | las_vegas | 20 | white red purple orange
43 | seattle | new_york | 20 | black blue blue purple
44 | los_angeles | new_york | 20 | white white blue blue
45 | new_york | portland | 21 | black yellow blue purple purple
46 | seattle | miami | 22 | black white red red orange
"""

# city | the bonus for most completed tickets that name it
BIG_CITIES = """
new_york | 15
chicago | 12
los_angeles | 12
dallas | 10
miami | 8
seattle | 8
"""

CARD_GAME = board_from_tables("Card Game", CITIES, "", TICKETS, {}, BIG_CITIES)

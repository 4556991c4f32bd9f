"""The board of the Nordic Countries: 39 cities, 81 tracks, among them ferries and tunnels, 46 tickets."""

from typing import Final

from engine.boards import Board
from engine.boards.tables import board_from_tables

# slug | name | latitude | longitude
CITIES = """
alborg | Ålborg | 57.048 | 9.919
andalsnes | Åndalsnes | 62.567 | 7.687
arhus | Århus | 56.157 | 10.211
bergen | Bergen | 60.391 | 5.322
boden | Boden | 65.825 | 21.689
goteborg | Göteborg | 57.709 | 11.975
helsinki | Helsinki | 60.17 | 24.938
honningsvag | Honningsvåg | 70.982 | 25.971
imatra | Imatra | 61.171 | 28.774
kajaani | Kajaani | 64.227 | 27.729
karlskrona | Karlskrona | 56.161 | 15.587
kirkenes | Kirkenes | 69.727 | 30.045
kiruna | Kiruna | 67.856 | 20.225
kobenhavn | København | 55.676 | 12.568
kristiansand | Kristiansand | 58.146 | 7.996
kuopio | Kuopio | 62.892 | 27.678
lahti | Lahti | 60.983 | 25.661
lieksa | Lieksa | 63.317 | 30.024
lillehammer | Lillehammer | 61.115 | 10.466
mo_i_rana | Mo i Rana | 66.313 | 14.142
murmansk | Murmansk | 68.97 | 33.083
narvik | Narvik | 68.438 | 17.427
norrkoping | Norrköping | 58.588 | 16.192
orebro | Örebro | 59.274 | 15.207
oslo | Oslo | 59.913 | 10.752
ostersund | Östersund | 63.177 | 14.636
oulu | Oulu | 65.012 | 25.465
rovaniemi | Rovaniemi | 66.503 | 25.727
stavanger | Stavanger | 58.97 | 5.733
stockholm | Stockholm | 59.329 | 18.069
sundsvall | Sundsvall | 62.391 | 17.307
tallinn | Tallinn | 59.437 | 24.754
tampere | Tampere | 61.498 | 23.761
tornio | Tornio | 65.848 | 24.147
tromso | Tromsø | 69.649 | 18.956
trondheim | Trondheim | 63.43 | 10.395
turku | Turku | 60.451 | 22.267
umea | Umeå | 63.826 | 20.263
vaasa | Vaasa | 63.096 | 21.616
"""

# city | city | length, of each track where they differ | the colors of its tracks, in the order of their numbers;
# "/2": a ferry, "/tunnel": a tunnel, "/substitute=4": any four cards stand for one
ROUTES = """
alborg | arhus | 1 | purple
alborg | goteborg | 2 | gray/1
alborg | kristiansand | 2 | red/1
alborg | oslo | 3 | white/1
andalsnes | bergen | 5 | black/2
andalsnes | lillehammer | 2 | yellow/tunnel
andalsnes | trondheim | 2 | white/1
arhus | kobenhavn | 1 | gray/1
bergen | oslo | 4 | blue/tunnel red/tunnel
bergen | stavanger | 2 | purple/1
boden | kiruna | 3 | black orange
boden | tornio | 1 | green
boden | umea | 3 | red white
goteborg | kobenhavn | 2 | black/1
goteborg | norrkoping | 3 | gray
goteborg | orebro | 2 | blue
goteborg | oslo | 2 | orange
helsinki | imatra | 3 | red
helsinki | lahti | 1 | black
helsinki | stockholm | 4 | gray/2 yellow/1
helsinki | tallinn | 2 | purple/1
helsinki | tampere | 1 | orange
helsinki | turku | 1 | white
honningsvag | kirkenes | 2 | green/1
honningsvag | tromso | 4 | purple/2
imatra | kuopio | 2 | purple
imatra | lahti | 2 | yellow
kajaani | kuopio | 2 | green
kajaani | lieksa | 1 | blue
kajaani | oulu | 2 | yellow
karlskrona | kobenhavn | 2 | blue/1 green/1
karlskrona | norrkoping | 3 | white yellow
kirkenes | murmansk | 3 | white/1
kirkenes | rovaniemi | 5 | blue
kiruna | narvik | 1 | purple/tunnel white/tunnel
kristiansand | oslo | 2 | black
kristiansand | stavanger | 2 3 | green/tunnel orange/1
kuopio | lahti | 3 | white
kuopio | lieksa | 1 | black
kuopio | oulu | 3 | gray
kuopio | vaasa | 4 | gray
lahti | tampere | 1 | blue
lieksa | murmansk | 9 | gray/substitute=4
lillehammer | oslo | 2 | purple/tunnel
lillehammer | trondheim | 3 | orange/tunnel
mo_i_rana | narvik | 4 | orange/2
mo_i_rana | trondheim | 5 6 | green/tunnel red/2
narvik | tromso | 3 | yellow/1
norrkoping | orebro | 2 | gray
norrkoping | stockholm | 1 | orange red
orebro | oslo | 2 | green yellow
orebro | stockholm | 2 | black purple
orebro | sundsvall | 4 | orange
ostersund | sundsvall | 2 | green
ostersund | trondheim | 2 | black/tunnel
oulu | rovaniemi | 2 | orange
oulu | tornio | 1 | white
oulu | vaasa | 3 | black
rovaniemi | tornio | 1 | red
stockholm | sundsvall | 4 | gray gray
stockholm | tallinn | 4 | green/2
stockholm | turku | 3 | blue/1
sundsvall | umea | 3 | purple yellow
sundsvall | vaasa | 3 | blue/1
tampere | turku | 1 | red
tampere | vaasa | 2 | purple
umea | vaasa | 1 | gray/1
"""

# number | city | city | points
TICKETS = """
1 | alborg | norrkoping | 5
2 | alborg | umea | 11
3 | arhus | lillehammer | 6
4 | bergen | kobenhavn | 8
5 | bergen | narvik | 16
6 | bergen | tornio | 17
7 | bergen | trondheim | 7
8 | goteborg | andalsnes | 6
9 | goteborg | oulu | 12
10 | goteborg | turku | 7
11 | helsinki | bergen | 12
12 | helsinki | kirkenes | 13
13 | helsinki | kiruna | 10
14 | helsinki | kobenhavn | 10
15 | helsinki | lieksa | 5
16 | helsinki | ostersund | 8
17 | kobenhavn | murmansk | 24
18 | kobenhavn | narvik | 18
19 | kobenhavn | oulu | 14
20 | kristiansand | mo_i_rana | 12
21 | narvik | murmansk | 12
22 | narvik | tallinn | 13
23 | norrkoping | boden | 11
24 | orebro | kuopio | 10
25 | oslo | helsinki | 8
26 | oslo | honningsvag | 21
27 | oslo | kobenhavn | 4
28 | oslo | mo_i_rana | 10
29 | oslo | stavanger | 4
30 | oslo | stockholm | 4
31 | oslo | vaasa | 9
32 | stavanger | karlskrona | 8
33 | stavanger | rovaniemi | 18
34 | stockholm | bergen | 8
35 | stockholm | imatra | 7
36 | stockholm | kajaani | 10
37 | stockholm | kobenhavn | 6
38 | stockholm | tromso | 17
39 | stockholm | umea | 7
40 | sundsvall | lahti | 6
41 | tampere | boden | 6
42 | tampere | kristiansand | 10
43 | tampere | tallinn | 3
44 | tornio | imatra | 6
45 | tromso | vaasa | 11
46 | turku | trondheim | 10
"""

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}

NORDIC: Final[Board] = board_from_tables("Nordic Countries", CITIES, ROUTES, TICKETS, ROUTE_POINTS)

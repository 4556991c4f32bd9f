"""The board of Europe: 47 cities, 101 tracks, among them ferries and tunnels, 46 tickets, of which six are long."""

from typing import Final

from engine.boards import Board
from engine.boards.tables import board_from_tables

# slug | name | latitude | longitude
CITIES = """
amsterdam | Amsterdam | 52.373 | 4.893
angora | Angora | 39.933 | 32.86
athina | Athína | 37.984 | 23.728
barcelona | Barcelona | 41.389 | 2.159
berlin | Berlin | 52.52 | 13.405
brest | Brest | 48.39 | -4.486
brindisi | Brindisi | 40.633 | 17.942
bruxelles | Bruxelles | 50.85 | 4.352
bucuresti | Bucuresti | 44.427 | 26.103
budapest | Budapest | 47.498 | 19.04
cadiz | Cádiz | 36.53 | -6.293
constantinople | Constantinople | 41.008 | 28.978
danzig | Danzig | 54.352 | 18.647
dieppe | Dieppe | 49.923 | 1.078
edinburgh | Edinburgh | 55.953 | -3.188
erzurum | Erzurum | 39.905 | 41.266
essen | Essen | 51.456 | 7.012
frankfurt | Frankfurt | 50.111 | 8.682
kharkov | Kharkov | 49.993 | 36.23
kobenhavn | København | 55.676 | 12.568
kyiv | Kyïv | 50.45 | 30.524
lisboa | Lisboa | 38.722 | -9.139
london | London | 51.507 | -0.128
madrid | Madrid | 40.417 | -3.704
marseille | Marseille | 43.296 | 5.37
moskva | Moskva | 55.756 | 37.617
munchen | München | 48.137 | 11.575
palermo | Palermo | 38.116 | 13.362
pamplona | Pamplona | 42.813 | -1.646
paris | Paris | 48.857 | 2.352
petrograd | Petrograd | 59.934 | 30.335
riga | Riga | 56.95 | 24.106
roma | Roma | 41.903 | 12.496
rostov | Rostov | 47.236 | 39.713
sarajevo | Sarajevo | 43.856 | 18.413
sevastopol | Sevastopol | 44.617 | 33.525
smolensk | Smolensk | 54.783 | 32.045
smyrna | Smyrna | 38.424 | 27.143
sochi | Sochi | 43.6 | 39.73
sofia | Sofia | 42.698 | 23.322
stockholm | Stockholm | 59.329 | 18.069
venezia | Venezia | 45.441 | 12.316
warszawa | Warszawa | 52.23 | 21.012
wien | Wien | 48.208 | 16.372
wilno | Wilno | 54.687 | 25.28
zagrab | Zágráb | 45.815 | 15.982
zurich | Zürich | 47.377 | 8.541
"""

# city | city | length | the colors of its tracks, in the order of their numbers; "/2": a ferry, "/tunnel": a tunnel
ROUTES = """
amsterdam | bruxelles | 1 | black
amsterdam | essen | 3 | yellow
amsterdam | frankfurt | 2 | white
amsterdam | london | 2 | gray/2
angora | constantinople | 2 | gray/tunnel
angora | erzurum | 3 | black
angora | smyrna | 3 | orange/tunnel
athina | brindisi | 4 | gray/1
athina | sarajevo | 4 | green
athina | smyrna | 2 | gray/1
athina | sofia | 3 | purple
barcelona | madrid | 2 | yellow
barcelona | marseille | 4 | gray
barcelona | pamplona | 2 | gray/tunnel
berlin | danzig | 4 | gray
berlin | essen | 2 | blue
berlin | frankfurt | 3 | black red
berlin | warszawa | 4 | purple yellow
berlin | wien | 3 | green
brest | dieppe | 2 | orange
brest | pamplona | 4 | purple
brest | paris | 3 | black
brindisi | palermo | 3 | gray/1
brindisi | roma | 2 | white
bruxelles | dieppe | 2 | green
bruxelles | frankfurt | 2 | blue
bruxelles | paris | 2 | red yellow
bucuresti | budapest | 4 | gray/tunnel
bucuresti | constantinople | 3 | yellow
bucuresti | kyiv | 4 | gray
bucuresti | sevastopol | 4 | white
bucuresti | sofia | 2 | gray/tunnel
budapest | kyiv | 6 | gray/tunnel
budapest | sarajevo | 3 | purple
budapest | wien | 1 | red white
budapest | zagrab | 2 | orange
cadiz | lisboa | 2 | blue
cadiz | madrid | 3 | orange
constantinople | sevastopol | 4 | gray/2
constantinople | smyrna | 2 | gray/tunnel
constantinople | sofia | 3 | blue
danzig | riga | 3 | black
danzig | warszawa | 2 | gray
dieppe | london | 2 | gray/1 gray/1
dieppe | paris | 1 | purple
edinburgh | london | 4 | black orange
erzurum | sevastopol | 4 | gray/2
erzurum | sochi | 3 | red/tunnel
essen | frankfurt | 2 | green
essen | kobenhavn | 3 | gray/1 gray/1
frankfurt | munchen | 2 | purple
frankfurt | paris | 3 | orange white
kharkov | kyiv | 4 | gray
kharkov | moskva | 4 | gray
kharkov | rostov | 2 | green
kobenhavn | stockholm | 3 | white yellow
kyiv | smolensk | 3 | red
kyiv | warszawa | 4 | gray
kyiv | wilno | 2 | gray
lisboa | madrid | 3 | purple
madrid | pamplona | 3 | black/tunnel white/tunnel
marseille | pamplona | 4 | red
marseille | paris | 4 | gray
marseille | roma | 4 | gray/tunnel
marseille | zurich | 2 | purple/tunnel
moskva | petrograd | 4 | white
moskva | smolensk | 2 | orange
munchen | venezia | 2 | blue/tunnel
munchen | wien | 3 | orange
munchen | zurich | 2 | yellow/tunnel
palermo | roma | 4 | gray/1
palermo | smyrna | 6 | gray/2
pamplona | paris | 4 | blue green
paris | zurich | 3 | gray/tunnel
petrograd | riga | 4 | gray
petrograd | stockholm | 8 | gray/tunnel
petrograd | wilno | 4 | blue
riga | wilno | 4 | green
roma | venezia | 2 | black
rostov | sevastopol | 4 | gray
rostov | sochi | 2 | gray
sarajevo | sofia | 2 | gray/tunnel
sarajevo | zagrab | 3 | red
sevastopol | sochi | 2 | gray/1
smolensk | wilno | 3 | yellow
venezia | zagrab | 2 | gray
venezia | zurich | 2 | green/tunnel
warszawa | wien | 4 | blue
warszawa | wilno | 3 | red
wien | zagrab | 2 | gray
"""

# number | city | city | points | cards | also | attributes
TICKETS = """
1 | amsterdam | pamplona | 7
2 | amsterdam | wilno | 12
3 | angora | kharkov | 10
4 | athina | angora | 5
5 | athina | wilno | 11
6 | barcelona | bruxelles | 8
7 | barcelona | munchen | 8
8 | berlin | bucuresti | 8
9 | berlin | moskva | 12
10 | berlin | roma | 9
11 | brest | marseille | 7
12 | brest | venezia | 8
13 | bruxelles | danzig | 9
14 | budapest | sofia | 5
15 | edinburgh | paris | 7
16 | essen | kyiv | 10
17 | frankfurt | kobenhavn | 5
18 | frankfurt | smolensk | 13
19 | kyiv | petrograd | 6
20 | kyiv | sochi | 8
21 | london | berlin | 7
22 | london | wien | 10
23 | madrid | dieppe | 8
24 | madrid | zurich | 8
25 | marseille | essen | 8
26 | palermo | constantinople | 8
27 | paris | wien | 8
28 | paris | zagrab | 7
29 | riga | bucuresti | 10
30 | roma | smyrna | 8
31 | rostov | erzurum | 5
32 | sarajevo | sevastopol | 8
33 | smolensk | rostov | 8
34 | sofia | smyrna | 5
35 | stockholm | wien | 11
36 | venezia | constantinople | 10
37 | warszawa | smolensk | 6
38 | zagrab | brindisi | 6
39 | zurich | brindisi | 6
40 | zurich | budapest | 6
41 | brest | petrograd | 20 | | | long
42 | cadiz | stockholm | 21 | | | long
43 | edinburgh | athina | 21 | | | long
44 | kobenhavn | erzurum | 21 | | | long
45 | lisboa | danzig | 20 | | | long
46 | palermo | moskva | 20 | | | long
"""

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}

EUROPE: Final[Board] = board_from_tables("Europe", CITIES, ROUTES, TICKETS, ROUTE_POINTS)

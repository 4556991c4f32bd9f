"""The boards of USA 1910: the map of the base game with three other sets of tickets (T1-T3)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from engine.boards import Board
from engine.boards.tables import board_from_tables
from engine.boards.usa import CITIES, ROUTE_POINTS, ROUTES, USA

# city | city | points
TICKETS_OF_1910 = """
calgary | nashville | 14
chicago | atlanta | 5
chicago | boston | 7
chicago | new_york | 5
denver | saint_louis | 6
duluth | dallas | 7
houston | washington | 10
kansas_city | boston | 11
las_vegas | miami | 21
las_vegas | new_york | 19
los_angeles | atlanta | 15
los_angeles | calgary | 12
los_angeles | oklahoma_city | 9
montreal | dallas | 13
montreal | raleigh | 7
nashville | new_york | 6
new_york | miami | 10
omaha | new_orleans | 8
phoenix | boston | 19
pittsburgh | new_orleans | 8
portland | houston | 16
portland | pittsburgh | 19
salt_lake_city | chicago | 11
salt_lake_city | kansas_city | 7
san_francisco | sault_st_marie | 17
san_francisco | washington | 21
sault_st_marie | miami | 12
seattle | las_vegas | 10
seattle | oklahoma_city | 14
saint_louis | miami | 8
toronto | charleston | 6
vancouver | denver | 11
vancouver | duluth | 13
washington | atlanta | 4
winnipeg | santa_fe | 10
"""

FURTHER_TICKETS = """
boston | miami | 12
boston | washington | 4
calgary | phoenix | 13
calgary | salt_lake_city | 7
chicago | new_orleans | 7
chicago | santa_fe | 9
dallas | new_york | 11
denver | el_paso | 4
denver | pittsburgh | 11
duluth | el_paso | 10
duluth | houston | 8
helena | los_angeles | 8
kansas_city | houston | 5
los_angeles | chicago | 16
los_angeles | miami | 19
los_angeles | new_york | 20
montreal | atlanta | 9
montreal | chicago | 7
montreal | new_orleans | 13
new_york | atlanta | 6
portland | nashville | 17
portland | phoenix | 11
san_francisco | atlanta | 17
sault_st_marie | nashville | 8
sault_st_marie | oklahoma_city | 8
seattle | los_angeles | 9
seattle | new_york | 20
toronto | miami | 10
vancouver | montreal | 20
vancouver | portland | 2
vancouver | santa_fe | 13
winnipeg | houston | 12
winnipeg | little_rock | 11
winnipeg | omaha | 6
"""

BIG_CITIES: Final = frozenset({"chicago", "dallas", "houston", "los_angeles", "miami", "new_york", "seattle"})


def _read(*tables: str) -> list[str]:
    return [row for table in tables for row in table.strip().splitlines()]


def _with_big_city(rows: Iterable[str]) -> Iterator[str]:
    """Yield the tickets that name a big city."""
    return (row for row in rows if BIG_CITIES & {*row.split(" | ")})


def _same_map(name: str, tickets: Iterable[str]) -> Board:
    """Return a board with the cities and routes of the base game, and these tickets, numbered from 1."""
    numbered = "\n".join(f"{number} | {row}" for number, row in enumerate(tickets, 1))
    board = board_from_tables(name, CITIES, ROUTES, numbered, ROUTE_POINTS)
    return replace(USA, name=name, tickets=board.tickets, shares=USA)


USA_1910 = _same_map("USA 1910", _read(TICKETS_OF_1910))
USA_MEGA = _same_map("USA Mega", _read(TICKETS_OF_1910, FURTHER_TICKETS))
USA_BIG_CITIES = _same_map("USA Big Cities", _with_big_city(_read(TICKETS_OF_1910, FURTHER_TICKETS)))

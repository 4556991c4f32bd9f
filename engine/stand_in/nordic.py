"""The stand-in in the Nordic Countries: tunnels, and cards that stand for others (N5-N7)."""

from collections.abc import Mapping
from typing import Final

from engine.model import Chooser, Prompt
from engine.parts.tunnels import PayTunnel
from engine.stand_in import board, tunnels
from engine.stand_in.board import Valuation

CHOOSERS: Final[Mapping[type[Prompt], Chooser]] = {
    **board.choosers(Valuation(board.no_home, board.route_points, tunnels.spare)),
    PayTunnel: tunnels.pay,
}

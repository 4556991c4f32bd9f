"""How a game is told: in sentences (`words`) and drawings (`pictures`), its past (`replay`) and its `prospects`."""

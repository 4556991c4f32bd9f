"""How a game is presented: in sentences (`words`) and `pictures`, its past (`replay`) and its `prospects`."""

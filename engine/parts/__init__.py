"""The features from which games are made, each with its prompts, moves, events, reducers, view and notation."""

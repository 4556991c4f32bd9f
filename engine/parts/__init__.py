"""The features that games are made of, each with its prompts, moves, events, reducers, view and notation."""

"""The API's part about mail: what a player wants to hear of."""

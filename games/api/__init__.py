"""The REST API, `/api/v1/`: thin views over `games.services` and `games.selectors`."""

"""Games, as the API takes and shows them."""

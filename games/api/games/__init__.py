"""Games, as the API accepts and shows them."""

"""The way in for browsers, over the services that the API uses."""

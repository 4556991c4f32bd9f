"""The API for admins; the services check their rights, as everywhere."""

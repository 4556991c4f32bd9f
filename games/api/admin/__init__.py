"""What admins do through the API; the services check their rights, as everywhere."""

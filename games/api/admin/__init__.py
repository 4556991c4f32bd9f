"""What admins do through the API; the services ask for their rights, as everywhere."""

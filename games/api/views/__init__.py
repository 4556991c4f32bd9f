"""The views: they read the request, call a service, and show what came of it."""

"""The site's pages for browsers, built on the services that the API uses."""

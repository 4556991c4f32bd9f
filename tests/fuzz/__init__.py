"""`make fuzz`: requests generated from the API's schema for a given time, against a site with running games."""

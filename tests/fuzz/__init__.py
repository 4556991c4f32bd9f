"""`make fuzz`: requests made up from the API's schema, for as long as asked, against a site where games are played."""

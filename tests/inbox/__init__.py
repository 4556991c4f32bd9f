"""Playing by mail: emails that come in."""

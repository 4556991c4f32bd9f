"""What players say at a table."""

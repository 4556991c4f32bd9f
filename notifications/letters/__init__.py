"""What emails say, and how they are written down."""

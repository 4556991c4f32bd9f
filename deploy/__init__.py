"""What runs the site: the commands for web, worker and beat, and real servers for a machine that has none."""

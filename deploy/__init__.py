"""Everything that runs the site: commands for web, worker and beat, and local servers for a machine without any."""

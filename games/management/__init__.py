"""What can be run by `manage.py`."""

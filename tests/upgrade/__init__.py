"""An upgrade during play: the migrations permitted beside the previous release, and the restart of every part.

`tables` lists large tables and what the previous release knows; `operations` and `statements` tell which of Django's
operations and which SQL are refused, and what to do instead.
"""

"""An upgrade while people play: what migrations may do beside the release before, and the restart of every part.

`tables` names what is large and what the release before knows; `operations` and `statements` say of Django's operations
and of SQL what is refused, and what to do instead.
"""

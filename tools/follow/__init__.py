"""What a release of MuJoCo changed: lists of what it declares, what it makes of models, and both beside an older one.

`python -m tools.follow.release report OLD NEW` does all of it. The other modules are its parts.
"""

"""The type stubs of the Python package, from the engine's tables and from the modules written in Python."""

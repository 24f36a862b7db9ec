"""The window and the pages of the viewer, driven as a user would."""

"""What goes out: versions, wheels, licenses, and the training of the profile-guided build."""

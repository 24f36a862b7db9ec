"""Packages around MuJoCo, run on ferrodyn: environments, training, other people's tests."""

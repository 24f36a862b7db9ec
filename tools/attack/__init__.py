"""Attacks on the Python package, on batches and on rollouts: nothing may break or be lost."""

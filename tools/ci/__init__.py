"""What `.ci/run` counts, and tests of its scripts."""

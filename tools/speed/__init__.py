"""Time, instructions and memory, ours beside those of others in the same run."""

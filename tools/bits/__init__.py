"""Whether builds, batches and targets compute the same bits."""

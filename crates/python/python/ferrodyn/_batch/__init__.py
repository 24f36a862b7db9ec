"""Parts of `ferrodyn.batch`."""

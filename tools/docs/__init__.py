"""The pages: their site, the parts that are written from the sources, and the figures and steps that they claim."""

"""What the sources print: one file for each source or part of it."""

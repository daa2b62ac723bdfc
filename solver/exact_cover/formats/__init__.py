"""A problem as text that other programs read, and what they answer, read back and checked."""
